import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Identity of this installation at Atrium. It is no secret; the key beside it is. */
interface Identity {
  installationId: string;
}

/** Returns the id that an earlier run got, or undefined. */
export function readId(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as Identity).installationId;
}

/** Stores the id for later runs. An installation that stopped before this step is recognised by its key on
 *  the next run. */
export function storeId(file: string, installationId: string): void {
  writeFileSync(file, JSON.stringify({ installationId }), { mode: 0o600 });
}
