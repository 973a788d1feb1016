import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGenerated } from "../build/write-generated.mjs";
import { parseQuickstart } from "./parse-quickstart.mjs";

/** Order in the dashboard: the most popular first. */
const ORDER = [
  ...["express", "next", "next-auth", "fastify", "flask", "fastapi", "go", "spring", "aspnet"],
  ...["apache", "html", "native", "fapi2-openid-client", "fapi2-oauth4webapi"],
];

/** Writes the code of docs/quickstarts as a module, for the dashboard: generated/quickstarts.ts.
 *  @param {string} root */
export function writeQuickstarts(root) {
  const folder = join(root, "docs/quickstarts");
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => name.slice(0, -3));
  const unordered = ids.find((id) => !ORDER.includes(id));
  if (unordered) throw new Error(`tools/quickstarts names no place for ${unordered}.md`);
  const all = ORDER.map((id) =>
    parseQuickstart(id, readFileSync(join(folder, `${id}.md`), "utf8")),
  );
  const text = `export const quickstarts = ${JSON.stringify(all, null, 2)} as const;`;
  writeGenerated(root, "quickstarts.ts", [text]);
}
