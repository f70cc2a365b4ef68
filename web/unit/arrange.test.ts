import { describe, expect, test } from "vitest";
import { arrange, arrangeLying, MARKET } from "../src/play/arrange";

const BAR = 52;
const BOARDS = [1.212, 1.459, 1.591]; // width by height
const WINDOWS = [
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
] as const;
const CASES = WINDOWS.flatMap(([width, height]) => BOARDS.map((aspect) => [width, height, aspect] as const));

describe("the board and its sides", () => {
  test.each(CASES)("%d × %d, a board of %d: no sea on any side", (width, height, aspect) => {
    const { side, strip, market } = arrange(width, height - BAR, aspect);
    const room = { width: width - side, height: height - BAR - strip - (market === "below" ? MARKET : 0) };
    const scale = Math.min(room.width / aspect, room.height);
    expect(room.width - scale * aspect).toBeLessThan(2);
    expect(room.height - scale).toBeLessThan(2);
    expect(side).toBeGreaterThanOrEqual(390);
  });

  test("a tall board has the hand beside it, a wide one below", () => {
    expect(arrange(1366, 716, 1.212).strip).toBe(0);
    expect(arrange(1366, 716, 1.591).strip).toBeGreaterThan(80);
  });

  test("where a wide board leaves much below, the market lies there", () => {
    expect(arrange(1024, 716, 1.591).market).toBe("below");
    expect(arrange(1366, 716, 1.591).market).toBe("beside");
  });

  test("a very wide window does not make the sidebar the greater part", () => {
    expect(arrange(3440, 1388, 1.2).side).toBeLessThan(3440 * 0.4);
  });

  test.each(BOARDS)("a phone on its side, a board of %d: room for both", (aspect) => {
    const side = arrangeLying(844, 390, aspect);
    expect(side).toBeGreaterThanOrEqual(290);
    expect(844 - side).toBeGreaterThanOrEqual(450);
  });
});
