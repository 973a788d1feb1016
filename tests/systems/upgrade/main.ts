// npm run test:upgrade: the last release's build on this schema, and this code on the last release's schema, with real
// processes and a real PostgreSQL. npm run bench -- upgrade does the same under load.

import { migrationNames } from "@/scripts/db/migration-files";
import { build } from "@/scripts/host/build.mjs";
import { NoPreviousRelease, previousRelease } from "../harness/previous-release";
import { checks } from "./checks";

async function main(): Promise<void> {
  const { release, folder } = previousRelease();
  await build();
  console.log(`${release.version} and this code, whose schema is ${migrationNames().at(-1)}:`);
  for (const [sentence, check] of checks) {
    const begun = performance.now();
    const problem = await check(folder).then(
      () => null,
      (error: Error) => error.message,
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${problem ? "FAILED" : "ok    "}  ${sentence} (${seconds} s)`);
    if (!problem) continue;
    console.error(`        ${problem}`);
    process.exitCode = 1;
  }
}

await main().catch((error: unknown) => {
  if (!(error instanceof NoPreviousRelease)) throw error;
  console.error(`skipped: ${error.message}`);
  // A machine that checks must not pass what it did not look at.
  if (process.env.CI) process.exitCode = 1;
});
