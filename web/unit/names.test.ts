import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { nameOf, personName, routeName } from "../src/play/names";
import { boardOf, tableOf } from "./boards";

const m = { ...en, guestName: (n: number) => `Ospite ${n}` };

describe("the name of a person", () => {
  test("is their own", () => {
    expect(personName({ name: "Anna", guest_number: null }, m)).toBe("Anna");
  });

  test("is in the reader's language for a guest without one, whatever the server calls them", () => {
    expect(personName({ name: "anything", guest_number: 417 }, m)).toBe("Ospite 417");
  });

  test("is not read as a guest's only because it looks like one", () => {
    expect(personName({ name: "Guest 417", guest_number: null }, m)).toBe("Guest 417");
    expect(personName({ name: "Guest 417" }, m)).toBe("Guest 417");
  });
});

describe("the name of a seat", () => {
  const table = tableOf([{ name: "Anna" }, { name: "Guest 123", guest_number: 123 }, { bot: "easy" }, {}]);

  test("is that of who sits there, person or bot", () => {
    expect([0, 1, 2].map((seat) => nameOf(table, seat, m))).toEqual(["Anna", "Ospite 123", "Bot 3"]);
  });

  test("is its number while it is free, or not known", () => {
    expect([3, 7].map((seat) => nameOf(table, seat, m))).toEqual(["Seat 4", "Seat 8"]);
  });
});

test("a route is called by its two ends", () => {
  expect(routeName(boardOf(3, [[2, 0, 1]]), 0)).toBe("City 2 – City 0");
});
