// Why a seat won or lost, as rows that add up: where everybody starts, what play and luck changed, the result.
import type { Account } from "./model";

export const PARTS = ["skill", "gifts", "luck", "hidden"] as const;
export type Part = (typeof PARTS)[number];

export interface Row {
  part: Part;
  change: number; // in percentage points, whole
  from: number; // where its bar begins and ends, in percent of the win
  to: number;
}

/** Whole numbers that still add up: what rounding leaves over goes to the part it changes least. */
export function rowsOf(account: Account): { fair: number; rows: Row[]; result: number } {
  const fair = Math.round(100 * account.fair);
  const result = Math.round(100 * account.result);
  const hidden = account.luck_by.hidden ?? 0; // nobody's luck: what came to light, and where the estimate was wrong
  const shares = { skill: account.skill, gifts: account.gifts, luck: account.luck - hidden, hidden };
  const exact = PARTS.map((part) => 100 * shares[part]);
  const whole = exact.map((x) => Math.round(x) || 0); // no minus zero
  for (let left = result - fair - sum(whole); left !== 0; left -= Math.sign(left)) {
    const by = Math.sign(left);
    const cost = exact.map((x, i) => Math.abs(whole[i]! + by - x));
    whole[cost.indexOf(Math.min(...cost))]! += by;
  }
  let at = fair;
  const rows = PARTS.map((part, i) => ({ part, change: whole[i]!, from: at, to: (at += whole[i]!) }));
  return { fair, rows, result };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** How much it is, for those who do not want numbers: from −3, cost a lot, to 3, helped a lot. */
export function amount(points: number): -3 | -2 | -1 | 0 | 1 | 2 | 3 {
  const size = Math.abs(points);
  const level = size < 2 ? 0 : size < 8 ? 1 : size < 20 ? 2 : 3;
  return (points < 0 ? -level || 0 : level) as ReturnType<typeof amount>;
}

/** The kinds of luck that there were, the largest first. */
export const kindsOfLuck = (account: Account): [kind: string, points: number][] =>
  Object.entries(account.luck_by)
    .map(([kind, share]): [string, number] => [kind, Math.round(100 * share)])
    .filter(([kind, points]) => kind !== "hidden" && points !== 0)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
