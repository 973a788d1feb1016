import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asAdmin, dropDatabase } from "@/tests/support/database";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";

// Reads users from another system's database as the guides do, from tables as that system makes them: the
// rows are those of the file that the guide's import is tested with. cli/commands/users.test.ts runs the
// import commands.

const TABLES = `
  CREATE TABLE "user" (id text PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, "emailVerified" boolean NOT NULL,
    image text, banned boolean, "createdAt" timestamptz NOT NULL DEFAULT now(), "updatedAt" timestamptz NOT NULL DEFAULT now());
  CREATE TABLE account (id text PRIMARY KEY, "accountId" text NOT NULL, "providerId" text NOT NULL,
    "userId" text NOT NULL REFERENCES "user", "accessToken" text, password text);
  CREATE TYPE users_password_encryption_method AS ENUM
    ('Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy');
  CREATE TABLE users (tenant_id varchar(21) NOT NULL, id varchar(12) PRIMARY KEY, username varchar(128) UNIQUE,
    primary_email varchar(128) UNIQUE, password_encrypted varchar(256),
    password_encryption_method users_password_encryption_method, name varchar(128), is_suspended boolean NOT NULL DEFAULT false)`;

const { adminUrl, prefix } = inject("testServer");
const database = `${prefix}another_system_${randomBytes(4).toString("hex")}`;
const there = new URL(adminUrl);
there.pathname = `/${database}`;

const inIt = async (statement: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: there.href });
  await client.connect();
  await client.query(statement, values).finally(() => client.end());
};

/** Stands in for `psql` on machines without it: sends the statement all the same. */
const standIn = {
  psql: `exec '${process.execPath}' '${resolve("tests/support/psql.mjs")}' "$@"`,
};

let shell: DocumentedShell;
beforeAll(async () => {
  const hasClient = spawnSync("psql", ["--version"]).status === 0;
  const urls = { DATABASE_URL: there.href, LOGTO_DB: there.href };
  shell = aDocumentedShell(urls, hasClient ? {} : standIn);
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${database}`));
  await inIt(TABLES);
});
afterAll(async () => {
  shell.end();
  await dropDatabase(adminUrl, database, true);
});

type Row = Record<string, string | boolean | null | undefined>;
const linesOf = (file: string): Row[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
const exported = () =>
  linesOf(join(shell.folder, "users.ndjson")).sort((a, b) =>
    String(a.id) < String(b.id) ? -1 : 1,
  );

test("better-auth's users are read out of its tables", async () => {
  const users = linesOf("tests/guides/better-auth.ndjson");
  for (const { id, name, email, emailVerified, banned, password } of users) {
    await inIt(
      `INSERT INTO "user" (id, name, email, "emailVerified", banned) VALUES ($1, $2, $3, $4, $5)`,
      [id, name, email, emailVerified, banned],
    );
    const providers = password ? ["credential", "github"] : ["github"];
    for (const provider of providers)
      await inIt(
        `INSERT INTO account (id, "accountId", "providerId", "userId", password) VALUES ($1, $1, $2, $3, $4)`,
        [`${id}-${provider}`, provider, id, provider === "credential" ? password : null],
      );
  }
  const query = documented("docs/guides/migrate-from-better-auth.md", "psql");
  await shell.run(query);
  expect(exported()).toEqual(users.map((one) => ({ banned: null, ...one })));
  // The table without the plugin that bans users.
  await inIt(`ALTER TABLE "user" DROP COLUMN banned`);
  await shell.run(query);
  expect(exported()).toEqual(users.map((one) => ({ ...one, banned: null })));
});

test("Logto's users are read out of its tables", async () => {
  const users = linesOf("tests/guides/logto.ndjson");
  for (const one of users)
    await inIt(
      `INSERT INTO users (tenant_id, id, primary_email, name, is_suspended, password_encrypted, password_encryption_method)
       VALUES ('default', $1, $2, $3, $4, $5, $6)`,
      [
        ...[one.id, one.primaryEmail, one.name, one.isSuspended],
        ...[one.passwordEncrypted, one.passwordEncryptionMethod],
      ],
    );
  await inIt("INSERT INTO users (tenant_id, id) VALUES ('admin', 'elsewhere')");
  await shell.run(documented("docs/guides/migrate-from-logto.md", "psql"));
  const none = { name: null, passwordEncrypted: null, passwordEncryptionMethod: null };
  expect(exported()).toEqual(users.map((one) => ({ ...none, ...one })));
});
