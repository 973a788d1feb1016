// Writes generated/page-assets.ts: the style and the script that are embedded in each hosted page.
import { buildSync } from "esbuild";
import { writeGenerated } from "./write-generated.mjs";

const PAGES = "lib/core/oidc/pages";

/** Bundles and minifies the assets. Leaves the file alone while it is current.
 *  @param {string} root
 *  @returns {string[]} the sources */
export function writePageAssets(root) {
  const style = bundled(root, `${PAGES}/hosted.css`);
  const script = bundled(root, `${PAGES}/browser/main.ts`);
  const lines = [
    `export const pageStyle = ${JSON.stringify(style.text)};`,
    `export const pageScript = ${JSON.stringify(script.text)};`,
  ];
  writeGenerated(root, "page-assets.ts", lines);
  return [...style.inputs, ...script.inputs];
}

/** @param {string} root @param {string} entry */
function bundled(root, entry) {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    // Loaded as a module, which is strict and has a scope of its own.
    format: "esm",
    target: ["es2022", "chrome120", "firefox120", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
  });
  const text = (outputFiles[0]?.text ?? "").trim();
  if (/<\/(script|style)/i.test(text)) throw new Error(`${entry} would end its own element`);
  return { text, inputs: Object.keys(metafile.inputs) };
}
