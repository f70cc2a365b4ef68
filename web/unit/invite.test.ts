import { expect, test } from "vitest";
import { idIn, inviteOrigin } from "../src/play/invite";

const at = (address: string) => inviteOrigin(new URL(address), "http://192.168.1.5:8150");

test.each(["http://localhost:8150", "http://127.0.0.1:8150", "http://[::1]:8150"])(
  "a page opened as %s invites to the server's own address",
  (address) => expect(at(address)).toEqual({ origin: "http://192.168.1.5:8150", alone: false }),
);
test.each(["http://192.168.1.5:8150", "https://play.example", "http://localhost.example"])(
  "others got to %s already",
  (address) => expect(at(address)).toEqual({ origin: address, alone: false }),
);
test("a server that listens to this computer only says so", () => {
  const here = new URL("http://localhost:8150");
  expect(inviteOrigin(here, null)).toEqual({ origin: "http://localhost:8150", alone: true });
});

test.each([
  "y96zfd32gw9ze",
  " Y96z fd32 gw9ze ",
  "https://play.example/t/y96zfd32gw9ze",
  "https://play.example/t/y96zfd32gw9ze/",
])("“%s” leads to the table", (typed) => expect(idIn(typed)).toBe("y96zfd32gw9ze"));
test.each(["", "hello", "https://play.example/"])("“%s” is no code", (typed) => expect(idIn(typed)).toBeNull());
