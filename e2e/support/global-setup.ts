import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { FullConfig } from "@playwright/test";
import { endAll } from "@/tests/systems/harness/ends";
import { bundleScripts } from "./bundled";
import { ENVIRONMENT_FILE } from "./environment";
import { startService } from "./service";
import { turnNotice } from "./this-weeks-turn";

const FOLDER = resolve("test-results/service");

/** Starts a whole service for each worker, so that no two journeys share one at the same time; the returned
 *  function stops them. Starts none if the environment names a running service. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  console.log(turnNotice);
  await bundleScripts();
  if (process.env[ENVIRONMENT_FILE]) return async () => {};
  rmSync(FOLDER, { recursive: true, force: true });
  const files: string[] = [];
  try {
    for (let worker = 0; worker < workers; worker++) {
      const folder = join(FOLDER, String(worker));
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "environment.json");
      writeFileSync(file, JSON.stringify(await startService(folder)), { mode: 0o600 });
      files.push(file);
    }
  } catch (error) {
    await endAll();
    throw error;
  }
  process.env[ENVIRONMENT_FILE] = files.join(delimiter);
  return endAll;
}
