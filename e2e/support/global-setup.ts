import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleScripts } from "./bundled";
import { ENVIRONMENT_FILE } from "./environment";
import { startService } from "./service";

const FOLDER = resolve("test-results/service");

/** Starts the whole service once a run; what it returns ends it. Whoever names a running service has started it. */
export default async function setup(): Promise<() => Promise<void>> {
  await bundleScripts();
  if (process.env[ENVIRONMENT_FILE]) return async () => {};
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const { environment, stop } = await startService(FOLDER);
  const file = join(FOLDER, "environment.json");
  writeFileSync(file, JSON.stringify(environment), { mode: 0o600 });
  process.env[ENVIRONMENT_FILE] = file;
  return stop;
}
