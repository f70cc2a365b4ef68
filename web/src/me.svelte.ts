// Who is here.
import { api, Problem } from "./net/api";
import type { Me } from "./protocol";

class Person {
  me = $state.raw<Me | null>(null);

  /** Known already, or a stranger still; nobody is made a guest by looking. */
  async look(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) this.me = null;
    }
  }
  async comeIn(): Promise<Me> {
    this.me ??= await api.comeIn();
    return this.me;
  }
}
export const person = new Person();
