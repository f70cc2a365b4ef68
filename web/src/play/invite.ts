// Which address of the server to send to others.
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** `network` is where others reach the server, as far as it knows. `alone`: nobody but this computer can. */
export function inviteOrigin(
  here: Pick<Location, "hostname" | "origin">,
  network: string | null,
): { origin: string; alone: boolean } {
  if (!LOOPBACK.test(here.hostname)) return { origin: here.origin, alone: false };
  return { origin: network ?? here.origin, alone: network === null };
}
