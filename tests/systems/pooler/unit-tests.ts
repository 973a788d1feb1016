import { withAccount } from "@/tools/postgres/bootstrap";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { atEnd } from "../harness/ends";
import { startPooler } from "../harness/pgbouncer";
import { runVitest } from "../harness/runners";

/** Tests that depend on how statements travel. A test that cuts a connection by itself, or counts
 *  connections, needs them direct. */
const TESTS = [
  ...["batch", "transaction", "copy-out", "row-reading", "keyset", "tenant-cache"].map(
    (name) => `lib/kernel/db/${name}`,
  ),
  ...[
    "lib/core/one-time/",
    "lib/core/oidc/token/token-endpoint",
    "lib/core/oidc/provider/code-flow",
    "set-up-platform",
  ],
];

/** Runs tests of the service, each with a database of its own whose transactions go through the pooler.
 *  @param tests words for vitest
 *  @throws Error when one of them fails */
export async function testsHold(tests: readonly string[] = TESTS): Promise<void> {
  const cluster = await startEphemeralCluster();
  atEnd(cluster.stop);
  const web = withAccount(cluster.adminUrl, "atrium_web", "atrium-test", "atrium");
  const pooler = await startPooler(web);
  await runVitest(tests, {
    ATRIUM_TEST_DATABASE_ADMIN_URL: cluster.adminUrl,
    ATRIUM_TEST_POOLER_PORT: new URL(pooler.through(cluster.adminUrl)).port,
  });
  await pooler.stop();
  await cluster.stop();
}
