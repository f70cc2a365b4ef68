// What axe finds wrong with a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => {
    const why = nodes[0].failureSummary?.split("\n").slice(0, 3).join(" ");
    return `${id} (${nodes.length}) ${nodes[0].target} ${why}`;
  });
}
