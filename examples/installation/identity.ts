import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Who this installation is to Atrium. Nothing in it is secret; the key beside it is. */
interface Identity {
  installationId: string;
}

/** The id that an earlier run was given, or undefined. */
export function knownId(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as Identity).installationId;
}

/** Keeps the id for later runs. A run that was cut off before it could is recognised by its key when it comes again. */
export function keepId(file: string, installationId: string): void {
  writeFileSync(file, JSON.stringify({ installationId }), { mode: 0o600 });
}
