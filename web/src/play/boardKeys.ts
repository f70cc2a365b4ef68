// The keys of a table with a board: moving the map, what can be claimed, stations, tunnels.
import { actionsOf } from "../cards";
import type { Messages } from "../i18n/index.svelte";
import type { Scene } from "../scene";
import type { Shortcut } from "./shortcuts.svelte";

interface Map {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
  fit: () => void;
  network: () => void;
}
interface Doing {
  all: () => void; // show all that can be claimed, or no longer
  station?: () => void; // begin to build one, where that is possible
}

const STEP = 60; // pixels that an arrow moves the map
const NEARER = 1.3;

export function boardKeys(scene: Scene, m: Messages, map: Map | undefined, doing: Doing): Shortcut[] {
  const keys: Shortcut[] = [
    {
      group: "map",
      keys: ["+", "=", "-"],
      sign: "+ −",
      about: m.keys.zoom,
      run: (key) => map?.zoom(key === "-" ? 1 / NEARER : NEARER),
    },
    { group: "map", keys: ["0"], sign: "0", about: m.zoomFit, run: () => map?.fit() },
  ];
  if (!scene.live) return keys;
  keys.unshift({
    group: "map",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
    sign: m.keys.arrows,
    about: m.keys.move,
    run: (key) =>
      map?.pan(
        key === "ArrowLeft" ? STEP : key === "ArrowRight" ? -STEP : 0,
        key === "ArrowUp" ? STEP : key === "ArrowDown" ? -STEP : 0,
      ),
  });
  if (scene.seat === null) return keys;
  keys.push(
    { group: "map", keys: ["m"], sign: "M", about: m.myNetwork, run: () => map?.network() },
    { group: "map", keys: ["c"], sign: "C", about: m.keys.claimable, run: doing.all },
  );
  const { stations, routes } = scene.board!;
  if (stations)
    keys.push({
      group: "table",
      keys: ["s"],
      sign: "S",
      about: m.keys.station,
      ready: doing.station !== undefined,
      run: () => doing.station?.(),
    });
  if (routes.some((route) => route.tunnel)) {
    const [pay] = actionsOf(scene.legal, "PayTunnel");
    const [decline] = actionsOf(scene.legal, "DeclineTunnel");
    keys.push(
      {
        group: "pay",
        keys: ["Enter"],
        sign: "Enter",
        about: m.keys.payBest,
        ready: pay !== undefined,
        next: true,
        run: () => pay && scene.act(pay),
      },
      {
        group: "pay",
        keys: ["x"],
        sign: "X",
        about: m.keys.decline,
        ready: decline !== undefined,
        run: () => decline && scene.act(decline),
      },
    );
  }
  return keys;
}
