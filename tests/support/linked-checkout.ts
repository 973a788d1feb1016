import { mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A folder that is this checkout by links: what is built is the same, and what a command leaves there stays there. */
export function linkedCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-clone-"));
  const shared = readdirSync(".").filter((name) => !name.startsWith(".") || name === ".next");
  for (const name of shared) symlinkSync(resolve(name), join(folder, name));
  return folder;
}
