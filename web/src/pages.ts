// The pages by their addresses. Each is loaded when it is asked for.
type Load = () => Promise<{ default: unknown }>;

const PAGES: readonly [RegExp, Load][] = [
  [/^\/$/, () => import("./pages/Home.svelte")],
  [/^\/t\/([\w-]+)$/, () => import("./pages/Table.svelte")],
  [/^\/replay\/([\w-]+)$/, () => import("./pages/Replay.svelte")],
  [/^\/review\/([\w-]+)$/, () => import("./pages/Review.svelte")],
  [/^\/puzzle\/([\w-]+)$/, () => import("./pages/Puzzle.svelte")],
  [/^\/people\/([\w-]+)$/, () => import("./pages/Profile.svelte")],
  [/^\/friends$/, () => import("./pages/Friends.svelte")],
  [/^\/leaderboards$/, () => import("./pages/Leaderboards.svelte")],
  [/^\/new$/, () => import("./pages/New.svelte")],
  [/^\/account$/, () => import("./pages/Account.svelte")],
  [/^\/operator$/, () => import("./pages/Operator.svelte")],
  [/^\/account\/(forgot|reset|confirm)$/, () => import("./pages/Recover.svelte")],
  [/^\/account\/oidc\/([\w-]+)$/, () => import("./pages/Elsewhere.svelte")],
  [/^\/(?:rules|help)(?:\/([\w-]+))?$/, () => import("./pages/Rules.svelte")],
  [/^\/alerts\/(stop|confirm)$/, () => import("./pages/AlertLink.svelte")],
  [/^\/learn$/, () => import("./pages/Learn.svelte")],
];

export function pageAt(path: string): { load: Load; id: string } | null {
  for (const [pattern, load] of PAGES) {
    const found = pattern.exec(path);
    if (found) return { load, id: found[1] ?? "" };
  }
  return null;
}
