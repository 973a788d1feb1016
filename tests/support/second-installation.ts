import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { inject } from "vitest";
import { masterKeyId } from "@/lib/kernel/config/master-keys";
import type { OpenedDataKey } from "@/lib/kernel/crypto/keyring";
import { unwrapDataKey } from "@/lib/kernel/data-keys/data-key";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";
import { freePort } from "@/tools/postgres/free-port";
import { atriumJson } from "./command-line";
import { dropDatabase, PASSWORD } from "./database";

/** Another installation on the same server: a database and keys of its own, empty. */
export interface SecondInstallation {
  /** Differences in the environment of its processes. */
  env: Record<string, string | undefined>;
  ownerUrl: string;
  baseUrl: string;
  /** Its data keys, opened. */
  dataKeys(): Promise<OpenedDataKey[]>;
  /** Serves the API planes and the hosted pages, until `end`. */
  serve(): Promise<void>;
  end(): Promise<void>;
}

/** Makes one, migrated. */
export async function aSecondInstallation(): Promise<SecondInstallation> {
  const { adminUrl, prefix } = inject("testServer");
  const database = `${prefix}second_${randomBytes(4).toString("hex")}`;
  const accounts = { ownerPassword: PASSWORD, webPassword: PASSWORD };
  const urls = await bootstrapDatabase(adminUrl, { database, ...accounts });
  const key = randomBytes(32);
  const baseUrl = `http://localhost:${await freePort()}`;
  const env = {
    ...urls,
    DATABASE_DIRECT_URL: undefined,
    ATRIUM_MASTER_KEY: key.toString("base64url"),
    ATRIUM_BASE_URL: baseUrl,
  };
  await atriumJson(["db", "migrate"], env);
  let served: ChildProcess | undefined;
  return {
    ...{ env, baseUrl, ownerUrl: urls.DATABASE_OWNER_URL },
    dataKeys: () => dataKeysOf(urls.DATABASE_OWNER_URL, key),
    serve: async () => {
      served ??= await startServing(env);
    },
    end: async () => {
      if (served && served.exitCode === null) {
        served.kill();
        await once(served, "exit");
      }
      await dropDatabase(adminUrl, database, true);
    },
  };
}

function dataKeysOf(ownerUrl: string, key: Buffer): Promise<OpenedDataKey[]> {
  const master = { id: masterKeyId(key), key };
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number; wrappedKey: Buffer; masterKeyId: string }>(
      `SELECT id, wrapped_key AS "wrappedKey", master_key_id AS "masterKeyId" FROM data_keys ORDER BY id`,
    );
    return rows.map((row, at) => ({
      id: row.id,
      key: unwrapDataKey(row, [master]),
      seals: at === rows.length - 1,
    }));
  });
}

async function startServing(env: Record<string, string | undefined>): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/serve-installation.ts"],
    {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [output] = await Promise.race([
    once(child.stdout as NonNullable<typeof child.stdout>, "data"),
    once(child, "exit").then(() => ["ended"]),
  ]);
  if (`${output}`.trim() !== "ready") throw new Error(`The installation does not serve: ${output}`);
  return child;
}
