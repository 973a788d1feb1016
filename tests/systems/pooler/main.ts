// npm run test:pooler [-- words for vitest]: tests of the service, and two servers and a worker, behind PgBouncer as it is shipped (deploy/pgbouncer), in transaction mode, with
// real processes and a real PostgreSQL.

import { build } from "@/scripts/host/build.mjs";
import { Skipped } from "../harness/part";
import { checks } from "./checks";
import { aPlace } from "./place";
import { testsHold } from "./unit-tests";

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (!(await testsHold(words.length > 0 ? words : undefined))) process.exitCode = 1;
  if (words.length > 0) return;
  await build();
  const place = await aPlace();
  try {
    for (const [sentence, check] of checks) {
      const begun = performance.now();
      const outcome = await check(place).then(
        (figures) => ({ figures }),
        (error: Error) => ({ error }),
      );
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if ("figures" in outcome)
        console.log(`ok      ${sentence}: ${outcome.figures} (${seconds} s)`);
      else {
        console.error(`FAILED  ${sentence} (${seconds} s)\n        ${outcome.error.message}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await place.stop();
  }
}

await main().catch((error: unknown) => {
  if (!(error instanceof Skipped)) throw error;
  console.error(`skipped: ${error.message}`);
  // A machine that checks must not pass what it did not look at.
  if (process.env.CI) process.exitCode = 1;
});
