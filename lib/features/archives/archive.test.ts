import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carriedTables, leftBehind } from "@/lib/features/archives/carried-tables";
import { config } from "@/lib/kernel/config/config";
import { openingKeyIds, takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { decrypted, encrypted } from "@/lib/kernel/crypto/passphrase-file";
import { unseal } from "@/lib/kernel/crypto/seal";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD } from "@/tests/builders/a-user";
import { aWholeTenant, type WholeTenant } from "@/tests/builders/a-whole-tenant";
import { atrium, atriumJson, COMMAND_LINE } from "@/tests/support/command-line";
import { TEST_MASTER_KEY } from "@/tests/support/database";
import { FormBrowser } from "@/tests/support/form-browser";
import { oldPartitions } from "@/tests/support/old-partitions";
import { aSecondInstallation, type SecondInstallation } from "@/tests/support/second-installation";
import { totpCode } from "@/tests/support/totp-code";

// A tenant with rows in every table is archived, and restored in an installation with other keys.

const { databaseOwnerUrl } = config();
const PASSPHRASE = "nine herons cross the weir";
const OLD_EVENT = "2020-06-01T12:00:00Z";

let folder: string;
let whole: WholeTenant;
let there: SecondInstallation;
const file = (name: string) => join(folder, name);
const withPassphrase = (name = "passphrase") => ["--passphrase-file", file(name)];
const ask = (url: string, text: string, values: unknown[] = []) =>
  asOwner(url, async (client) => (await client.query(text, values)).rows);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-archive-"));
  await writeFile(file("passphrase"), `${PASSPHRASE}\n`);
  whole = await aWholeTenant();
  const { acme } = whole;
  await ask(
    databaseOwnerUrl,
    `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at, received_at)
     VALUES (atrium_first_id($1), $2, $3, 'user.created', '{"type":"operator","id":"tests"}', $1, $1)`,
    [OLD_EVENT, acme.tenantId, acme.environmentId],
  );
  there = await aSecondInstallation();
  // Like an installation that has dropped old partitions: none exists for such an event.
  await asOwner(there.ownerUrl, async (client) => {
    await oldPartitions(client, "audit_events", [30]);
    await client.query("CALL atrium_drop_partition('audit_events', 'audit_events_30_days_ago')");
  });
}, 120_000);
afterAll(async () => {
  await there?.end();
  await rm(folder, { recursive: true });
});

/** Returns the tenant's rows of a table, as texts. */
async function rowsOf(url: string, table: string): Promise<string[]> {
  const column = table === "tenants" ? "id" : "tenant_id";
  const rows = await ask(
    url,
    `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${column} = $1`,
    [whole.acme.tenantId],
  );
  return rows.map(({ row }) => JSON.stringify(comparable(table, parseJson(row) as Row))).toSorted();
}

type Row = Record<string, unknown>;

/** Removes the number of a transaction, and opens sealed values with the current keys. */
function comparable(table: string, row: Row): Row {
  const { sealed, without = [] } = carriedTables.find((one) => one.table === table) ?? {};
  const left = Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)));
  if (!sealed || typeof row[sealed.column] !== "string") return left;
  const bytes = Buffer.from(String(row[sealed.column]).slice(2), "hex");
  const opened = unseal(sealed.purpose, String(row[sealed.context]), bytes);
  return { ...left, [sealed.column]: { opened } };
}

async function withKeysOf<T>(installation: SecondInstallation, work: () => Promise<T>): Promise<T> {
  takeDataKeys(await installation.dataKeys());
  try {
    return await work();
  } finally {
    takeDataKeys([{ id: 1, key: Buffer.from(TEST_MASTER_KEY, "base64url"), seals: true }]);
    expect(openingKeyIds()).toEqual([1]);
  }
}

describe("a tenant that is archived and restored", () => {
  let created: { rows: number; tables: Record<string, number> };
  let before: Map<string, string[]>;

  beforeAll(async () => {
    const { publicId } = whole.acme;
    created = await atriumJson(["archive", "create", publicId, file("acme"), ...withPassphrase()]);
    before = new Map();
    for (const { table } of carriedTables) before.set(table, await rowsOf(databaseOwnerUrl, table));
    await atriumJson(["archive", "restore", file("acme"), ...withPassphrase()], there.env);
  }, 120_000);

  test("is an encrypted file that only this account can read", async () => {
    const { mode, size } = await stat(file("acme"));
    expect(mode & 0o777).toBe(0o600);
    expect(size).toBeGreaterThan(4000);
    const text = await readFile(file("acme"), "latin1");
    for (const secret of [whole.ada.user.email, "tenants", whole.acme.publicId])
      expect(text).not.toContain(secret);
    expect(created.rows).toBe(Object.values(created.tables).reduce((sum, rows) => sum + rows, 0));
  });

  test.each(carriedTables.map(({ table }) => table))("has its rows of %s", async (table) => {
    const rows = before.get(table) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const found = await withKeysOf(there, () => rowsOf(there.ownerUrl, table));
    const [own, others] = [found.filter(isRestoring), found.filter((row) => !isRestoring(row))];
    expect(others).toEqual(rows);
    expect(own).toHaveLength(table === "audit_events" ? 1 : 0);
    expect(created.tables[table]).toBe(rows.length);
  });

  test.each(Object.values(leftBehind).flat())("has no row of %s", async (table) => {
    expect(await rowsOf(there.ownerUrl, table)).toEqual([]);
  });

  test("left existing sessions and links behind", async () => {
    for (const table of ["sessions", "recovery_codes"])
      expect((await rowsOf(databaseOwnerUrl, table)).length, table).toBeGreaterThan(0);
  });

  test("has its old events in a partition, and none that is counted again", async () => {
    const rows = await ask(
      there.ownerUrl,
      `SELECT tableoid::regclass::text AS partition, written_in FROM audit_events
       WHERE tenant_id = $1 AND occurred_at = $2`,
      [whole.acme.tenantId, OLD_EVENT],
    );
    expect(rows).toEqual([
      { partition: "partitions.audit_events_19700101_filled", written_in: null },
    ]);
    const counted = await rowsOf(there.ownerUrl, "event_counts");
    await ask(there.ownerUrl, "SELECT atrium_count_events(10000)");
    const again = await rowsOf(there.ownerUrl, "event_counts");
    // The event of the restore itself is counted here.
    const known = again.filter((row) => !row.includes("tenant.restored"));
    expect(known).toEqual(counted);
  });

  test("has its events sequenced into a log there", async () => {
    const [cursor] = await ask(
      there.ownerUrl,
      `SELECT look_from <= atrium_first_id($1) AS from_oldest FROM audit_log_cursor`,
      [OLD_EVENT],
    );
    expect(cursor).toEqual({ from_oldest: true });
  });

  test("is refused if it exists already", async () => {
    const again = await atrium(
      ["archive", "restore", file("acme"), ...withPassphrase()],
      there.env,
    );
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`${whole.acme.publicId} (Acme) is in this installation already`);
  });

  test("lets its users sign in with their former password and app", async () => {
    await there.serve();
    const { user, secret } = whole.ada;
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${there.baseUrl}/api/v1/auth/login/${path}`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", "x-tenant-id": whole.acme.publicId },
          ...{ authorization: `Bearer ${whole.acme.tenantSecret}`, ...headers },
        },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      return { status: response.status, answer };
    };
    const wrong = await post("preflight", { email: user.email, password: "another one" });
    expect(wrong.status).toBe(401);
    const preflight = await post("preflight", { email: user.email, password: A_PASSWORD });
    const { token, type } = preflight.answer.challenge as { token: string; type: string };
    expect(type).toBe("totp");
    const code = totpCode(secret, new Date(Date.now() + 30_000));
    const answered = { email: user.email, code, method: "totp" };
    const signedIn = await post("verify-otp", answered, { "x-login-challenge": token });
    expect([signedIn.status, signedIn.answer]).toEqual([
      200,
      expect.objectContaining({ grant: expect.stringMatching(/^agr_/) }),
    ]);
  }, 60_000);

  test("lets a relying party with its old secret sign a user in on the hosted page", async () => {
    await there.serve();
    const { client, grace } = whole;
    const issuer = await oidc.discovery(
      new URL(there.baseUrl),
      client.clientId,
      undefined,
      oidc.ClientSecretBasic(client.clientSecret),
      { execute: [oidc.allowInsecureRequests] },
    );
    const [verifier, state] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
    const address = oidc.buildAuthorizationUrl(issuer, {
      ...{ redirect_uri: client.redirectUri, scope: "openid email", state },
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const browser = new FormBrowser();
    await browser.open(address.href);
    await browser.submit({ email: grace.user.email, password: A_PASSWORD });
    const code = totpCode(grace.secret, new Date(Date.now() + 30_000));
    const callback = await browser.submit({ code });
    const tokens = await oidc.authorizationCodeGrant(issuer, new URL(callback), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens.claims()).toMatchObject({ sub: grace.user.id, email: grace.user.email });
  }, 60_000);

  test("is recorded in the logs of both installations", async () => {
    const kinds = (url: string) =>
      ask(
        url,
        `SELECT kind, actor ->> 'id' AS by FROM audit_events
         WHERE tenant_id = $1 AND kind IN ('tenant.archived', 'tenant.restored') ORDER BY id`,
        [whole.acme.tenantId],
      );
    const archived = { kind: "tenant.archived", by: "command-line" };
    expect(await kinds(databaseOwnerUrl)).toEqual([archived]);
    expect(await kinds(there.ownerUrl)).toEqual([
      archived,
      { kind: "tenant.restored", by: "command-line" },
    ]);
  });
});

const isRestoring = (row: string) => row.includes('"tenant.restored"');

describe("a failed restore leaves nothing behind", () => {
  let small: { publicId: string; tenantId: string };
  const nothing = async () =>
    expect(
      await ask(there.ownerUrl, "SELECT 1 FROM tenants WHERE public_id = $1", [small.publicId]),
    ).toEqual([]);
  const restoring = (name: string, passphrase?: string) =>
    atrium(["archive", "restore", file(name), ...withPassphrase(passphrase)], there.env);

  beforeAll(async () => {
    const globex = await aTenant({ name: "Globex" });
    small = globex;
    // More than two chunks of an archive: random names compress worst.
    await ask(
      databaseOwnerUrl,
      `INSERT INTO users (tenant_id, environment_id, email, email_key, display_name)
       SELECT $1, $2, n || '@globex.example', n || '@globex.example', md5(random()::text) || md5(random()::text)
       FROM generate_series(1, 6000) n`,
      [globex.tenantId, globex.environmentId],
    );
    await atriumJson([
      ...["archive", "create", small.publicId, file("globex")],
      ...withPassphrase(),
    ]);
  }, 60_000);

  test("a wrong passphrase", async () => {
    await writeFile(file("other"), "ten herons cross the weir");
    const { code, stderr } = await restoring("globex", "other");
    expect([code, stderr.trim()]).toEqual([
      1,
      "The passphrase does not open the file, or the beginning of the file is damaged.",
    ]);
    await nothing();
  }, 30_000);

  test("a truncated file", async () => {
    const bytes = await readFile(file("globex"));
    await writeFile(file("cut"), bytes.subarray(0, bytes.length - 1));
    const { code, stderr } = await restoring("cut");
    expect([code, stderr]).toEqual([1, expect.stringContaining("damaged")]);
    await nothing();
  }, 30_000);

  /** Writes an archive whose head counts rows of other tables than Globex's. */
  async function writeWithTables(
    name: string,
    change: (tables: Record<string, number>) => Record<string, number>,
  ): Promise<void> {
    const bytes = Readable.from([await readFile(file("globex"))]);
    const text = gunzipSync(await buffer(decrypted(bytes, PASSPHRASE)));
    const end = text.indexOf("\n");
    const head = JSON.parse(`${text.subarray(0, end)}`);
    const changed = JSON.stringify({ ...head, tables: change(head.tables) });
    const lines = gzipSync(Buffer.concat([Buffer.from(changed), text.subarray(end)]));
    await writeFile(file(name), await buffer(encrypted(Readable.from([lines]), PASSPHRASE)));
  }

  test.each([
    ["counts rows of a table that no archive has", { settings: 1 }],
    ["has SQL in the name of a table", { "users; CREATE TABLE owned_by_archive (); --": 1 }],
    ["leaves a table out", { users: undefined }],
  ])(
    "an archive whose head %s",
    async (_, other) => {
      await writeWithTables("hostile", (tables) => ({ ...tables, ...other }) as typeof tables);
      const { code, stderr } = await restoring("hostile");
      expect([code, stderr]).toEqual([1, expect.stringContaining("not the head of an archive")]);
      await nothing();
      expect(
        await ask(there.ownerUrl, "SELECT 1 FROM pg_class WHERE relname = 'owned_by_archive'"),
      ).toEqual([]);
    },
    30_000,
  );

  test("a process that is killed midway, and a second one beside it", async () => {
    const bytes = await readFile(file("globex"));
    expect(bytes.length).toBeGreaterThan(200_000);
    execFileSync("mkfifo", [file("half")]);
    const args = ["archive", "restore", file("half"), ...withPassphrase()];
    const restore = spawn(process.execPath, [COMMAND_LINE, ...args], {
      env: { ...process.env, ...there.env },
      stdio: "ignore",
      timeout: 60_000,
    });
    const ended = once(restore, "exit");
    // The rest never arrives.
    const half = await open(file("half"), "w");
    await half.writeFile(bytes.subarray(0, -70_000));
    const locked = `SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation = 'users'::regclass AND mode = 'RowExclusiveLock'`;
    await expect
      .poll(() => ask(there.ownerUrl, locked), { timeout: 40_000 })
      .toEqual([{ pid: expect.any(Number) }]);
    const { code, stderr } = await restoring("globex");
    expect([code, stderr]).toEqual([1, expect.stringContaining("Another restore of this tenant")]);
    restore.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    await half.close();
    await expect.poll(() => ask(there.ownerUrl, locked), { timeout: 20_000 }).toEqual([]);
    await nothing();
  }, 90_000);

  test("an archive of another schema", async () => {
    const note = (name: string) =>
      ask(there.ownerUrl, "UPDATE schema_compatibility SET newest_migration = $1", [name]);
    const [was] = await ask(
      there.ownerUrl,
      "SELECT newest_migration AS name FROM schema_compatibility",
    );
    await note("29990101000000_later");
    const { code, stderr } = await restoring("globex").finally(() => note(was?.name));
    expect(code).toBe(1);
    expect(stderr).toContain("schema 29990101000000_later");
    expect(stderr).toContain("Bring both to the same version");
    await nothing();
  }, 30_000);

  test("a tenant with an id that is taken", async () => {
    const { databaseOwnerUrl: here } = config();
    const [environment] = await ask(here, "SELECT id FROM environments WHERE tenant_id = $1", [
      small.tenantId,
    ]);
    const acme = whole.acme.tenantId;
    await ask(
      there.ownerUrl,
      `INSERT INTO tenants (id, public_id, name) SELECT $1, 'atr_0123456789abcdef', 'Taken'
       ON CONFLICT DO NOTHING`,
      [acme],
    );
    await ask(
      there.ownerUrl,
      `INSERT INTO environments (id, tenant_id, key, name, kind) VALUES ($1, $2, 'taken', 'Taken', 'staging')`,
      [environment?.id, acme],
    );
    const { code, stderr } = await restoring("globex");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("is in this installation already (duplicate key"),
    ]);
    await ask(there.ownerUrl, "DELETE FROM environments WHERE id = $1", [environment?.id]);
    await nothing();
  }, 30_000);

  test("and the tenant can be restored afterwards, with an invited owner", async () => {
    const owner = ["--owner", "owner@globex.example"];
    const { stdout, code } = await atrium(
      ["archive", "restore", file("globex"), ...withPassphrase(), ...owner],
      there.env,
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining("owner@globex.example")]);
    const rows = await ask(
      there.ownerUrl,
      "SELECT a.role::text, a.invited_email AS email FROM administrators a WHERE a.tenant_id = $1",
      [small.tenantId],
    );
    expect(rows).toEqual([{ role: "owner", email: "owner@globex.example" }]);
  }, 30_000);
});

describe("the command line", () => {
  test("overwrites no file, and leaves none of an archive that failed", async () => {
    const there = await atrium([
      ...["archive", "create", whole.acme.publicId, file("passphrase")],
      ...withPassphrase(),
    ]);
    expect([there.code, there.stderr]).toEqual([1, expect.stringContaining("EEXIST")]);
    const unknown = await atrium([
      ...["archive", "create", "atr_nobodyknowsthis", file("nobody")],
      ...withPassphrase(),
    ]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("There is no tenant atr_nobodyknowsthis"),
    ]);
    await expect(open(file("nobody"))).rejects.toThrow("ENOENT");
  }, 30_000);

  test("refuses a passphrase that is easily guessed", async () => {
    await writeFile(file("short"), "herons\nand more lines\n");
    const { code, stderr } = await atrium([
      ...["archive", "create", whole.acme.publicId, file("weak")],
      ...withPassphrase("short"),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("at least 16 characters")]);
  }, 30_000);
});
