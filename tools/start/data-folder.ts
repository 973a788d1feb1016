import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { reachableByAll } from "../postgres/binaries";

/** Returns the folder of PostgreSQL's data: below .atrium, unless PostgreSQL's account could not enter it
 *  (root with a clone below /root). */
export function dataFolder(): string {
  const here = resolve(".atrium/postgres");
  if (process.getuid?.() !== 0 || reachableByAll(resolve(".atrium"))) return here;
  const name = createHash("sha256").update(resolve(".")).digest("hex").slice(0, 12);
  return join(`/var/lib/atrium-${name}`, "postgres");
}
