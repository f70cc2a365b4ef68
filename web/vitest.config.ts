import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["unit/*.test.ts"],
    testTimeout: 300_000, // a hung test is a failed test, also on a busy machine
  },
});
