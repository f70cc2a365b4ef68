// Brings a table to a position worth looking at, faster than a hand could: it plays over the page's
// own session with fixed choices. Tests of playing itself do not use it; they use what is visible.

/** A request of this visitor to the server, made without leaving the page. */
export const ask = (page, path, body = {}, method = "POST") =>
  page.evaluate(
    async ([path, body, method]) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
      const said = await reply.text();
      return said && JSON.parse(said);
    },
    [path, body, method],
  );

/** A table with the visitor of this page and bots. */
export async function newTable(page, body) {
  const { id } = await ask(page, "/tables", body);
  await ask(page, `/tables/${id}/start`);
  return id;
}

/**
 * Plays all seats of this visitor until one of these is so:
 * so many moves are done and we may do many things, a tunnel waits for us, a ferry can be paid with
 * pairs, the last round has begun, tickets are to be completed, or the game is over. Routes shorter than `least` are not claimed: the hand then grows.
 */
export const playUntil = (page, table, goal, { least = 2 } = {}) =>
  page.evaluate(
    async ({ table, goal, least }) => {
      const board = goal === "tunnel" ? await (await fetch("/api/v1/games/europe/board")).json() : null;
      return new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table}/socket`);
        const wild = (a) => a.cards.filter((card) => card === "locomotive").length;
        const best = (list, worth) => list.reduce((a, b) => (worth(b) > worth(a) ? b : a));
        const reached = ({ view, version, legal, seat }) => {
          if (view.phase === "over") return true;
          if (!legal.length) return false;
          const drawing = legal.some((a) => a.type === "DrawBlind") && view.phase === "turn";
          if (goal === "scoring") return view.phase === "scoring";
          if (goal === "last") return view.phase === "turn" && view.turns_left !== null;
          if (goal === "tunnel") return legal.some((a) => a.type === "PayTunnel");
          if (goal === "pairs")
            return (
              drawing &&
              legal.filter((a) => a.type === "ClaimRoute" && new Set(a.cards).size > 1 && !wild(a)).length > 0
            );
          // On the board something glows; in the rail yards there is something to rob.
          const rows = view.yards?.reduce((sum, yard) => sum + yard.length, 0);
          const lively = view.yards
            ? view.yards[seat].length > 0 && rows > 4
            : legal.some((a) => a.type === "ClaimRoute");
          return typeof goal === "number" && version >= goal && drawing && (lively || version > goal + 60);
        };
        const choose = ({ legal, view, version }) => {
          const of = (type) => legal.filter((a) => a.type === type);
          const keeps = of("KeepTickets");
          if (keeps.length) return best(keeps, (a) => (a.keep.length === 2 ? 9 : -a.keep.length));
          if (of("PayTunnel").length) return of("PayTunnel")[0];
          const claims = of("ClaimRoute");
          if (board) {
            // A full hand, and then the shortest tunnels: what they cost more can be paid.
            const tunnels = claims.filter((a) => board.routes[a.route].tunnel && !wild(a));
            if (view.hand_sizes[view.seat] > 11 && tunnels.length) return best(tunnels, (a) => -a.cards.length);
            if (of("DrawBlind").length) return of("DrawBlind")[0];
          }
          const big = claims.filter((a) => a.cards.length >= least);
          if (goal !== "pairs" && big.length) return best(big, (a) => a.cards.length * 10 - wild(a));
          const plays = of("PlayToYard").filter((a) => a.cards.length >= Math.min(3, least));
          if (plays.length && version % 3) return best(plays, (a) => a.cards.length);
          const faces = of("DrawFaceUp").filter((a) => view.market[a.slot] !== "locomotive");
          const kinds = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"];
          if (faces.length && version % 2) return best(faces, (a) => view.hand[kinds.indexOf(view.market[a.slot])]);
          return of("DrawBlind")[0] ?? of("CompleteBest")[0] ?? claims[0] ?? legal[version % legal.length];
        };
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1 }));
        socket.onerror = () => fail(new Error("the robot's line broke"));
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(data);
          // In the opening choice another may have answered while our answer was on its way.
          if (told.type === "refusal" && !["stale", "not_your_turn"].includes(told.code)) fail(new Error(told.code));
          if (told.type !== "update") return;
          if (reached(told)) {
            socket.close();
            done({ version: told.version, legal: told.legal, hand: told.view.hand, view: told.view });
          } else if (told.legal.length) {
            const { seat, version } = told;
            socket.send(JSON.stringify({ type: "act", id: `r${version}`, seat, version, action: choose(told) }));
          } else if (told.undo_until !== null) {
            const { seat, version } = told;
            socket.send(JSON.stringify({ type: "confirm", seat, version })); // it never undoes
          }
        };
      });
    },
    { table, goal, least },
  );
