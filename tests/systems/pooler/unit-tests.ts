import { withAccount } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { startPooler } from "../harness/pgbouncer";
import { vitestHolds } from "../harness/vitest";

/** What stands on how statements travel. A test that cuts a connection by itself, or counts connections, needs them direct. */
const TESTS = [
  ...["batch", "transaction", "copy-out", "row-reading", "keyset", "tenant-cache"].map(
    (name) => `lib/db/${name}`,
  ),
  ...[
    "lib/one-time/",
    "lib/oidc/token/token-endpoint",
    "lib/oidc/provider/code-flow",
    "set-up-platform",
  ],
];

/** Runs tests of the service, each with a database of its own whose transactions go through the pooler.
 *  @param tests words for vitest
 *  @returns whether all of them held */
export async function testsHold(tests: readonly string[] = TESTS): Promise<boolean> {
  const cluster = await startEphemeralCluster();
  const pooler = await startPooler(
    withAccount(cluster.adminUrl, "atrium_web", "atrium-test", "atrium"),
  );
  try {
    return await vitestHolds(tests, {
      ATRIUM_TEST_DATABASE_ADMIN_URL: cluster.adminUrl,
      ATRIUM_TEST_POOLER_PORT: new URL(pooler.through(cluster.adminUrl)).port,
    });
  } finally {
    await pooler.stop();
    await cluster.stop();
  }
}
