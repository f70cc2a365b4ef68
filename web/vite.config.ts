import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8150";
const EVERYWHERE = /node_modules\/svelte|\/src\/(i18n|net|ui|[^/]+\.ts|play\/(names|invite))/;

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
    // Two shared files instead of dozens of small ones: what every page needs, and what every table needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", priority: 2, minShareCount: 2, test: EVERYWHERE },
            { name: "table", priority: 1, minShareCount: 2, test: /\/src\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
