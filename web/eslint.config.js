// What the compiler does not see: promises nobody waits for, what does nothing, markup that is wrong.
import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["src/protocol.ts", "src/look.ts", "src/board/Pieces.svelte"] }, // generated
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "src/**/*.svelte", "unit/*.ts"],
    extends: [ts.configs.recommendedTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
  },
  svelte.configs.recommended,
  {
    files: ["src/**/*.svelte", "src/**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Its namesake of the plugin knows that `let` in front of $props and $state means something.
      "prefer-const": "off",
      "svelte/prefer-const": "error",
    },
  },
  {
    files: ["src/**/*.svelte"],
    rules: {
      // ESLint sees no types of what other components export and takes them all for `any`;
      // svelte-check sees them.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: ["*.ts"], languageOptions: { parser: ts.parser } },
  {
    files: ["*.{js,ts}", "scripts/**", "e2e/**", "bench/**"],
    // The browser's names, too: tests hand functions over to the page.
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  { files: ["public/sw.js"], languageOptions: { globals: globals.serviceworker } },
  prettier,
  svelte.configs.prettier,
);
