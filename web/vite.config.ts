import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8150";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/carrozza/server/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page allows no inline content
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
