import { expect, test } from "vitest";
import { inviteOrigin } from "../src/play/invite";

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
