// Makes the files that each start copies: `node base.mjs <folder>`, with seed and fixtures as JSON on
// standard input.
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { NoPostgres } from "../postgres/binaries";
import { bootstrapDatabase, withAccount } from "../postgres/bootstrap";
import { ClusterFailed, startCluster } from "../postgres/cluster";
import { freePort } from "../postgres/free-port";
import { temporaryFolder } from "../postgres/temporary-folder";
import { withClient } from "../postgres/with-client";
import { copyFiles } from "./base";
import { installDatabaseClock } from "./database-clock";
import { LIVE, START } from "./databases";
import { type Fixtures, StartError } from "./fixtures";
import { clusterSettings, serviceSettings } from "./service-settings";

const folder = process.argv[2] ?? "";
const { fixtures, seed } = JSON.parse(await text(process.stdin)) as {
  fixtures: Fixtures;
  seed: string;
};
const making = temporaryFolder("atrium-dev-base-");
try {
  await make();
} catch (error) {
  const isOurs =
    [StartError, ClusterFailed, NoPostgres].some((kind) => error instanceof kind) ||
    (error as Error).name === "ServiceError";
  console.error(isOurs ? (error as Error).message : error);
  process.exitCode = 1;
} finally {
  rmSync(making, { recursive: true, force: true });
}
process.exit();

async function make(): Promise<void> {
  const secret = () => randomBytes(24).toString("base64url");
  const passwords = { admin: secret(), owner: secret(), web: secret() };
  const masterKey = randomBytes(32).toString("base64url");
  const dataDir = join(making, "data");
  const port = await freePort();
  const cluster = await startCluster({
    ...{ dataDir, port, password: passwords.admin },
    settings: clusterSettings,
  });
  const accounts = { ownerPassword: passwords.owner, webPassword: passwords.web };
  const urls = await bootstrapDatabase(cluster.adminUrl, { database: LIVE, ...accounts });
  Object.assign(process.env, serviceSettings({ port: 0, urls, masterKey }));
  const { migrate } = await import("../../lib/kernel/db/schema/migrate");
  const { ensureSigningKeys } = await import("@/lib/core/signing-keys/ensure-signing-keys");
  await migrate(urls.DATABASE_OWNER_URL, { applicationLogin: "atrium_web" });
  await ensureSigningKeys(urls.DATABASE_OWNER_URL);
  await withClient(
    withAccount(cluster.adminUrl, "postgres", passwords.admin, LIVE),
    async (client) => {
      await installDatabaseClock(client);
      await client.query(
        `ALTER DATABASE ${LIVE} SET atrium_dev.seed = ${client.escapeLiteral(seed)}`,
      );
    },
  );
  const { allowLoopbackLogouts: takeLoopback } = await import("./take-loopback");
  takeLoopback();
  const tenants = await load();
  await withClient(cluster.adminUrl, async (client) => {
    await client.query(`ALTER DATABASE ${LIVE} RESET atrium_dev.seed`);
    await client.query(
      `CREATE DATABASE ${START} TEMPLATE ${LIVE} OWNER atrium_owner STRATEGY FILE_COPY`,
    );
  });
  await cluster.stop();
  writeFileSync(join(making, "base.json"), JSON.stringify({ passwords, masterKey, tenants }), {
    mode: 0o600,
  });
  // Written beside its place first: a base that is half copied must not be found.
  const beside = `${folder}.${process.pid}`;
  copyFiles(making, beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

async function load() {
  const { openDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
  const { connections } = await import("@/lib/kernel/db/connections");
  const { loadFixtures } = await import("./load-fixtures");
  const { withFixedRandomness: withFixedChance } = await import("./fixed-chance");
  await openDataKeys();
  try {
    return await withFixedChance(seed, () => loadFixtures(fixtures));
  } finally {
    await connections.end();
  }
}
