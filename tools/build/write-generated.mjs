import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a module of generated code. Leaves the file alone while it is current.
 *  @param {string} root
 *  @param {string} name of the file below generated
 *  @param {string[]} lines */
export function writeGenerated(root, name, lines) {
  const text = ["// Written by `npm run generate`.", ...lines, ""].join("\n");
  const file = join(root, "generated", name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(join(root, "generated"), { recursive: true });
  writeFileSync(file, text);
}
