// How the trains of a rail yard stand on its sidings: as large as the room allows.

export interface Fit {
  card: number; // the width of a card
  height: number; // of a card
  step: number; // how much of each card the next one leaves to be seen
  siding: number; // from one siding to the next
  sidings: number; // how many there are, those that stay empty included
}

const SHAPE = 0.68; // of a card: its height by its width
const WIDTHS = [128, 112, 98, 84, 72, 60, 50, 42];
const SIGHT = 0.27; // of a covered card, where there is room
const GAP = 14; // between trains on one siding
const BED = 16; // of the rails that is seen below a card
const RIM = 4; // of a card, which may be missing at its foot
const SMALL = 84; // where only one siding fits, larger cards would leave none to be seen

/** `trains` are their lengths in cards. Where nothing fits the smallest cards are taken; the yard is then too high. */
export function fitYard(trains: readonly number[], width: number, height: number): Fit {
  let fit: Fit | null = null;
  for (const card of WIDTHS) {
    const high = Math.round(card * SHAPE);
    const most = Math.max(1, Math.floor(height / (high + BED)));
    const longest = Math.max(1, ...trains);
    const step = Math.min(card * SIGHT, (width - card) / Math.max(1, longest - 1));
    const used = sidingsFor(trains, card, step, width);
    const siding = used <= most ? Math.floor(height / most) : high + BED; // all of the room
    fit = { card, height: high, step, siding, sidings: Math.max(most, used) };
    if (used <= most && card <= width && step >= card * 0.14 && (most > 1 || (card <= SMALL && high <= height + RIM)))
      break;
  }
  return fit!;
}

/** How many sidings they take, each filled as far as the next train fits. */
export function sidingsFor(trains: readonly number[], card: number, step: number, width: number): number {
  let sidings = 1;
  let x = 0;
  for (const cards of trains) {
    const long = card + (cards - 1) * step;
    if (x > 0 && x + long > width + 0.5) {
      sidings += 1;
      x = 0;
    }
    x += long + GAP;
  }
  return sidings;
}
