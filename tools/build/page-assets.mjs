// Writes generated/page-assets.ts: the style and the script that are embedded in each hosted page.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";

const FILE = "generated/page-assets.ts";
const PAGES = "lib/core/oidc/pages";

/** Bundles and minifies the assets. Leaves the file alone while it is current.
 *  @param {string} root */
export function writePageAssets(root) {
  const style = bundled(root, `${PAGES}/hosted.css`);
  const script = bundled(root, `${PAGES}/browser/main.ts`);
  const text = [
    "// Written by tools/build/generate.mjs.",
    `export const pageStyle = ${JSON.stringify(style)};`,
    `export const pageScript = ${JSON.stringify(script)};`,
    "",
  ].join("\n");
  const file = join(root, FILE);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @param {string} root @param {string} entry */
function bundled(root, entry) {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    // Loaded as a module, which is strict and has a scope of its own.
    format: "esm",
    target: ["es2022", "chrome120", "firefox120", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
  });
  const text = (outputFiles[0]?.text ?? "").trim();
  if (/<\/(script|style)/i.test(text)) throw new Error(`${entry} would end its own element`);
  return text;
}
