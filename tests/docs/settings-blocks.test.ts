import { generateKeyPairSync, randomBytes } from "node:crypto";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { noteVerifier } from "@/lib/features/audit-log/log/note-signatures";
import { type Config, loadConfig } from "@/lib/kernel/config/config";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { documented } from "@/tests/support/documented";

// Lines of settings are parsed like a settings file, by the service's own code.

const unit = documented("docs/DEPLOYING.md", "ATRIUM_BASE_URL=", { "…": "secret" });

/** The settings of an installation in production, with those of a block. */
function withBlock(text: string): Config {
  const key = { ATRIUM_MASTER_KEY: randomBytes(32).toString("base64") };
  return loadConfig({ ...parseEnv(unit), ...parseEnv(text), ...key });
}

const hostsOf = (url: string) => readDatabaseUrl(url).servers.map(({ host }) => host);

test("the units' file is all that an installation in production needs beside its master key", () => {
  expect(withBlock(unit)).toMatchObject({
    ...{ mode: "production", baseUrl: "https://id.example.com", host: "127.0.0.1" },
    ...{ trustedProxies: ["127.0.0.1"], mailFrom: "Atrium <no-reply@id.example.com>" },
  });
});

test("a pooler and PostgreSQL itself are distinguished", () => {
  const read = withBlock(
    documented("docs/DEPLOYING.md", "DATABASE_URL=postgres://atrium_web:…@pgbouncer", {
      "…": "secret",
    }),
  );
  expect(read.pooled).toBe(true);
  expect(hostsOf(read.databaseDirectUrl)).toEqual(["postgres:5432"]);
  expect(hostsOf(read.databaseOwnerUrl)).toEqual(["postgres:5432"]);
});

test("one address names several servers, of which the one that takes changes is meant", () => {
  const { databaseUrl } = withBlock(
    documented("docs/SCALING.md", "DATABASE_URL=", { "…": "secret" }),
  );
  expect(hostsOf(databaseUrl)).toEqual(["db1:5432", "db2:5432", "db3:5432"]);
  expect(readDatabaseUrl(databaseUrl).needsPrimary).toBe(true);
});

test("the chart's servers are reached by an address that asks for the one that takes changes", () => {
  const { databaseUrl, databaseOwnerUrl } = withBlock(
    documented("deploy/helm/atrium-postgres/README.md", "DATABASE_URL=", { "…": "secret" }),
  );
  for (const url of [databaseUrl, databaseOwnerUrl]) {
    expect(hostsOf(url)).toEqual(["atrium-postgres-rw:5432"]);
    expect(readDatabaseUrl(url).needsPrimary).toBe(true);
  }
});

test("two witnesses are named in one line", () => {
  const verifier = (name: string) =>
    noteVerifier(name, generateKeyPairSync("ed25519").publicKey, "cosignature").text;
  const [first, second] = [verifier("witness.example.com/w1"), verifier("other.example.org")];
  const { auditWitnesses } = withBlock(
    documented("docs/OPERATIONS.md", "ATRIUM_AUDIT_WITNESSES=", {
      "witness.example.com/w1+94e3b5ca+BPk…": first,
      "other.example.org+5f0c2c7d+BAx…": second,
    }),
  );
  expect(JSON.stringify(auditWitnesses)).toContain("http://10.0.0.7:7380");
  expect(auditWitnesses).toHaveLength(2);
});
