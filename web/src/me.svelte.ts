// Who is here.
import { api, Problem } from "./net/api";
import type { Me } from "./protocol";

class Person {
  me = $state.raw<Me | null>(null);
  /** Why nothing is to be done here: an operator has decided so. */
  banned = $state.raw<Problem | null>(null);

  /** Known already, or a stranger still; nobody is made a guest by looking. */
  async look(): Promise<void> {
    try {
      this.me = await api.me();
      this.banned = null;
    } catch (error) {
      if (error instanceof Problem && error.code === "banned") this.banned = error;
      if (error instanceof Problem && error.status === 401) this.me = null;
    }
  }
  async comeIn(): Promise<Me> {
    this.me ??= await api.comeIn();
    return this.me;
  }

  #naming: Promise<void> = Promise.resolve();
  /** Be called this from now on; a stranger becomes a guest. */
  rename(name: string): Promise<void> {
    this.#naming = this.comeIn()
      .then(() => api.rename(name))
      .then(() => this.look());
    this.#naming.catch(() => undefined); // told to whoever asked, and to whoever waits for it
    return this.#naming;
  }
  /** Before one sits down somewhere: the name that was just typed is stored, or there is a Problem. */
  named(): Promise<void> {
    return this.#naming;
  }
}
export const person = new Person();
