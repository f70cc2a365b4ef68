// Writes src/protocol.ts, src/look.ts and src/board/Pieces.svelte from what the server and the atlas say.
// With --check it only compares, so that a forgotten run is noticed.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.PYTHON ?? `${root}.venv/bin/python`;
const said = JSON.parse(
  execFileSync(python, [`${root}tools/protocol.py`], { maxBuffer: 1 << 26, cwd: root }).toString(),
);

const head = "// Generated from the server by `make protocol`. Do not edit.\n";
const types = await compile({ type: "object", additionalProperties: false, definitions: said.types }, "Everything", {
  bannerComment: head.trim(),
  unreachableDefinitions: true,
  additionalProperties: false,
});
const files = {
  "protocol.ts": types,
  "look.ts": `${head}export const look = ${JSON.stringify(said.look, null, 1)} as const;\n`,
  "board/Pieces.svelte": `<script lang="ts">
  ${head}
  let { space, city, badge }: { space: number; city: number; badge: number } = $props();
</script>

${said.pieces.replaceAll("><", ">\n<")}
`,
};

let stale = false;
for (const [name, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
  if (process.argv.includes("--check")) {
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      console.error(`web/src/${name} is not current: run make protocol`);
      stale = true;
    }
  } else {
    writeFileSync(path, text);
  }
}
process.exit(stale ? 1 : 0);
