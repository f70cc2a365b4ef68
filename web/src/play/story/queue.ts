// One thing is shown after the other, each for its time; whoever falls behind catches up.

/** So many may wait; the older ones are then shown without taking time. */
export const MOST_WAITING = 2;

export class Queue<T> {
  #waiting: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` says for how many milliseconds; what is late is shown in passing, for none. */
  constructor(readonly show: (item: T, late: boolean) => number) {}

  get idle(): boolean {
    return this.#timer === undefined && !this.#waiting.length;
  }

  push(items: readonly T[]): void {
    this.#waiting.push(...items);
    this.#pass(MOST_WAITING);
    if (this.#timer === undefined) this.#next();
  }

  /** Go to the last one at once: somebody is waited for. */
  hurry(): void {
    if (!this.#waiting.length) return;
    clearTimeout(this.#timer);
    this.#pass(1);
    this.#next();
  }

  /** Show all of it in passing. */
  skip(): void {
    this.clear(0);
  }

  /** Forget what waits, or show it in passing. */
  clear(keep?: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (keep === undefined) this.#waiting = [];
    else this.#pass(keep);
  }

  #pass(most: number): void {
    while (this.#waiting.length > most) this.show(this.#waiting.shift()!, true);
  }

  #next(): void {
    this.#timer = undefined;
    const item = this.#waiting.shift();
    if (item === undefined) return;
    this.#timer = setTimeout(() => this.#next(), this.show(item, false));
  }
}
