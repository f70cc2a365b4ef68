// The letters of tickets whose ways are compared, on the cities that these join.
import type { TicketPath } from "../lesson/paths";
import type { BoardInfo } from "../protocol";
import type { Box } from "./labels";

interface Letter extends Box {
  key: string;
  letter: string;
  colour: string;
}
const LEAST = 18; // pixels
const APART = 1.05;

/** Several tickets may begin in one city: their letters stand side by side. */
export function lettersOf(paths: readonly TicketPath[], board: BoardInfo, scale: number): Letter[] {
  const size = Math.max(board.city_radius * 2.4, LEAST / scale);
  return paths.flatMap(({ ticket, letter, colour, cities }) =>
    cities.map((city) => {
      const here = paths.filter((path) => path.cities.includes(city)).map((path) => path.ticket);
      const place = here.indexOf(ticket) - (here.length - 1) / 2;
      const { x, y } = board.cities[city]!;
      const left = x + place * size * APART - size / 2;
      return { key: `${ticket} ${city}`, letter, colour, x: left, y: y - size / 2, width: size, height: size };
    }),
  );
}
