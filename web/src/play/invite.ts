// What to send to others: which address of the server, and the code of a table.
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The table that a code or a whole link stands for; null if it is neither. */
export function idIn(text: string): string | null {
  const typed = text.trim();
  // Codes are shown in groups, and telephones write the first letter large.
  const code = typed.includes("/") ? typed : typed.replace(/\s+/g, "").toLowerCase();
  return /([\w-]{8,})\/?$/.exec(code)?.[1] ?? null;
}

/** `network` is where others reach the server, as far as it knows. `alone`: nobody but this computer can. */
export function inviteOrigin(
  here: Pick<Location, "hostname" | "origin">,
  network: string | null,
): { origin: string; alone: boolean } {
  if (!LOOPBACK.test(here.hostname)) return { origin: here.origin, alone: false };
  return { origin: network ?? here.origin, alone: network === null };
}
