// Asking as an operator: what went wrong is said, and nothing else happens then.
import { Problem } from "../net/api";
import { say } from "../ui/notices.svelte";

export async function tryTo(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error, "refusal");
    return false;
  }
}
