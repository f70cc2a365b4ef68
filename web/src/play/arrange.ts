// How a window is divided between the board and what lies beside it. A board has a shape of its own: what it
// cannot use goes to the cards, the players and the tickets, instead of being filled with sea.

export interface Arrangement {
  side: number; // the width of what lies beside the board, in pixels
  strip: number; // the height of the hand under the board; 0 when it lies beside it
  market: "beside" | "below";
}

const SIDE = { least: 300, part: 0.29, enough: 400, most: 0.38 }; // parts are of the window's width
const WITH_HAND = 410; // beside the board there is room for the hand as well
const STRIP = { least: 88, most: 150 }; // a row of piles
export const MARKET = 84; // the height of a row of the face-up cards under the board

/** For a laptop, a tablet, a large screen. `height` is what the bar at the head leaves. */
export function arrange(width: number, height: number, aspect: number): Arrangement {
  const most = width * SIDE.most;
  const beside = width - height * aspect;
  if (beside >= WITH_HAND) return { side: Math.min(beside, most), strip: 0, market: "beside" };
  const least = clamp(width * SIDE.part, SIDE.least, SIDE.enough);
  const left = height - (width - least) / aspect; // under a board of the greatest width
  if (left >= STRIP.least + MARKET) return { side: least, strip: Math.min(left - MARKET, STRIP.most), market: "below" };
  const strip = Math.max(left, STRIP.least);
  return { side: clamp(width - (height - strip) * aspect, least, most), strip, market: "beside" };
}

/** For a phone on its side: the board has the whole height, everything else lies beside it. */
export const arrangeLying = (width: number, height: number, aspect: number): number =>
  clamp(width - height * aspect, width * 0.35, width * 0.46);

const clamp = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));
