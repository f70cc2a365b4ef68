import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8150";
const EVERYWHERE = /node_modules\/svelte|\/src\/(i18n|net|ui|[^/]+\.ts|play\/(names|invite))/;
const BOARD = /\/src\/(board\/(?!journeys|geometry)|lesson\/paths)/;
const YARDS = /\/src\/play\/([Yy]ard|Track)\./;
const TABLE = new RegExp(`^(?!.*(${BOARD.source}|${YARDS.source})).*/src/`);

export default defineConfig({
  plugins: [
    svelte(),
    {
      name: "licence-of-fonts", // it goes where they go
      generateBundle() {
        const source = readFileSync(new URL("./fonts/OFL.txt", import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName: "assets/fonts-OFL.txt", source });
      },
    },
  ],
  build: {
    outDir: "../src/carrozza/server/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page allows no inline content
    modulePreload: { polyfill: false },
    // Few shared files instead of dozens of small ones: what every page needs, what every table needs, and what only
    // those with a board or with rail yards do, which a review shows as well.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", priority: 2, minShareCount: 2, test: EVERYWHERE },
            { name: "table", priority: 1, minShareCount: 2, test: TABLE },
            { name: "board", minShareCount: 2, test: BOARD },
            { name: "yards", minShareCount: 2, test: YARDS },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
