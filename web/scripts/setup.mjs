// Installs what the page is built with. The lock knows the compiled parts of one kind of machine; others fetch
// their own.
import { execSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const npm = (words) => execSync(`npm ${words} --no-fund --no-audit`, { stdio: "inherit" });

npm("ci");
await import("rolldown").catch(() => npm("install --no-package-lock"));
writeFileSync("node_modules/.ready", "");
