import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:8150";

/** The licence of the typefaces goes where they go. */
const licence: Plugin = {
  name: "licence-of-fonts",
  generateBundle() {
    const source = readFileSync(new URL("./fonts/OFL.txt", import.meta.url), "utf8");
    this.emitFile({ type: "asset", fileName: "assets/fonts-OFL.txt", source });
  },
};

export default defineConfig({
  plugins: [svelte(), licence],
  build: {
    outDir: "../src/carrozza/server/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page allows no inline content
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
