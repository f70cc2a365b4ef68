// Doing something and saying how it went.
import { Problem } from "../net/api";
import { say } from "../ui/notices.svelte";

/** Was it done? If not, the reason has been said. */
export async function tryTo(what: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await what();
    if (done) say(done);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error, "refusal");
    return false;
  }
}
