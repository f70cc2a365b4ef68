import { describe, expect, test } from "vitest";
import { nameOfKey, Shortcuts, type Shortcut } from "../src/play/shortcuts.svelte";

const event = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, code: "", shiftKey: false, target: null, preventDefault: () => undefined, ...more }) as KeyboardEvent;

describe("keys", () => {
  test("have one name on all keyboards", () => {
    expect(nameOfKey(event("D", { shiftKey: true }))).toBe("d");
    expect(nameOfKey(event("!", { shiftKey: true, code: "Digit1" }))).toBe("Shift+1");
    expect(nameOfKey(event("1", { shiftKey: true, code: "Digit1" }))).toBe("1"); // French
    expect(nameOfKey(event("/", { shiftKey: true, code: "Digit7" }))).toBe("/"); // Norwegian
    expect(nameOfKey(event("ArrowLeft"))).toBe("ArrowLeft");
  });

  test("go to what came last and can do something", () => {
    const done: string[] = [];
    const shortcut = (name: string, ready: boolean): Shortcut => ({
      group: "cards",
      keys: ["1"],
      sign: "1",
      about: name,
      ready,
      run: () => done.push(name),
    });
    const shortcuts = new Shortcuts();
    shortcuts.add(() => [shortcut("market", true)]);
    const remove = shortcuts.add(() => [shortcut("payment", true)]);
    shortcuts.add(() => [shortcut("tickets", false)]);
    expect(shortcuts.handle(event("1"))).toBe(true);
    remove();
    shortcuts.handle(event("1"));
    expect(done).toEqual(["payment", "market"]);
    expect(shortcuts.list.map(({ about }) => about)).toEqual(["market", "tickets"]);
    expect(shortcuts.handle(event("2"))).toBe(false);
    expect(shortcuts.handle(event("1", { ctrlKey: true }))).toBe(false);
  });

  test("Enter does what is expected next, also from a pile or a ticket, but presses other buttons", () => {
    const done: string[] = [];
    const shortcuts = new Shortcuts();
    let next = false;
    shortcuts.add(() => [
      { group: "pay", keys: ["Enter"], sign: "", about: "", next, run: () => done.push(String(next)) },
    ]);
    const on = (own: string) =>
      event("Enter", {
        target: { closest: (wanted: string) => (wanted.split(", ").includes(own) ? {} : null) } as unknown as Element,
      });
    expect(shortcuts.handle(on("[data-offer]"))).toBe(false);
    next = true;
    for (const own of ["[data-card]", "[data-offer]", "[data-slot]", "[data-deck]"])
      expect(shortcuts.handle(on(own))).toBe(true);
    expect(shortcuts.handle(on("button"))).toBe(false);
    expect(done).toEqual(["true", "true", "true", "true"]);
  });

  test("of one character can be switched off, the others stay", () => {
    const done: string[] = [];
    const shortcuts = new Shortcuts();
    const keys = ["d", "5", "/", "Shift+2", "Enter", "Escape", "ArrowLeft"];
    shortcuts.add(() => [{ group: "cards", keys, sign: "", about: "", run: (key) => done.push(key) }]);
    for (const key of keys.filter((key) => key !== "Shift+2")) shortcuts.handle(event(key), false);
    shortcuts.handle(event('"', { shiftKey: true, code: "Digit2" }), false);
    expect(done).toEqual(["Enter", "Escape", "ArrowLeft"]);
  });
});
