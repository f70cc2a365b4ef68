// Tracks laid since we began to look. Their trains come down wagon by wagon on a layer of their own,
// so that nothing else is drawn anew meanwhile.
const MOST = 4; // more at once is a jump through a game, not a move

export class Arrivals {
  routes = $state.raw<readonly number[]>([]);
  #before: readonly (number | null)[] | null = null;

  see(owners: readonly (number | null)[], still: boolean): void {
    const old = this.#before;
    this.#before = owners;
    const laid = old ? owners.flatMap((owner, r) => (owner !== null && old[r] === null ? [r] : [])) : [];
    const coming = this.routes.filter((r) => owners[r] !== null); // it may have been taken back
    if (!still && laid.length <= MOST) coming.push(...laid);
    if (coming.length || this.routes.length) this.routes = coming;
  }
  settled(route: number): void {
    this.routes = this.routes.filter((r) => r !== route);
  }
}
