// A page that was opened before the server was updated asks for files that are gone by now.
import { API } from "./api";

const MARK = "carrozza.reloaded";
const RUNNING = import.meta.url; // the name of this file holds a fingerprint, another one in each version

/** Why a file of the page did not come. */
export type Missing = "offline" | "updated";
let asked: Promise<Missing> | undefined;

async function find(): Promise<Missing> {
  const answers = await fetch(`${API}/games`, { cache: "no-store" }).then(
    (reply) => reply.ok,
    () => false,
  );
  if (!answers) return "offline";
  try {
    if (sessionStorage.getItem(MARK) === RUNNING) return "updated"; // to load it anew did not help
    sessionStorage.setItem(MARK, RUNNING);
  } catch {
    return "updated"; // a browser that keeps nothing might do it again and again
  }
  location.reload();
  return new Promise(() => undefined); // the new page is on its way
}

/** Why it did not come; where loading the page anew may help, that is done instead, once. */
export const whyMissing = (): Promise<Missing> => (asked ??= find().finally(() => (asked = undefined)));

/** Whatever is loaded when it is needed, such as a language or the guide, may be missing. */
export const watchForUpdates = (): void => addEventListener("vite:preloadError", () => void whyMissing());
