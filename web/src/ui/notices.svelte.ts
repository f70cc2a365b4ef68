// Short messages at the edge of the page, read out to those who do not see them.
import { dated, lang } from "../i18n/index.svelte";
import type { Sanction } from "../protocol";

export interface Notice {
  id: number;
  text: string;
  kind: "reason" | "refusal" | "info" | "chat";
}

interface Said {
  code: string;
  message: string;
  sanction?: Sanction;
}

class Notices {
  list = $state<Notice[]>([]);
  spoken = $state(""); // for the screen reader alone
}
export const notices = new Notices();

let next = 0;
const LIFETIME = 5000;

/** Show a refusal in the reader's language, by its code; what is not known stays as the server said it. */
export function say(problem: Said | string, kind: Notice["kind"] = "info"): void {
  const text = typeof problem === "string" ? problem : problemText(problem);
  notices.list = [...notices.list.filter((n) => n.text !== text), { id: ++next, text, kind }].slice(-3);
  const id = next;
  setTimeout(() => (notices.list = notices.list.filter((n) => n.id !== id)), LIFETIME);
}

/** What was explained belongs to a position that is no more. */
export function forgetReasons(): void {
  notices.list = notices.list.filter((n) => n.kind !== "reason");
}

export function problemText(problem: Said): string {
  const { code, sanction } = problem;
  if (sanction && (code === "banned" || code === "muted")) {
    const end = sanction.until === null ? null : dated(sanction.until, { timeStyle: "short" });
    return lang.m[code](end, sanction.reason);
  }
  const known = lang.m.problems;
  return lang.name === "en" ? problem.message : (known[problem.code] ?? problem.message);
}

export function announce(text: string): void {
  notices.spoken = notices.spoken === text ? `${text} ` : text;
}
