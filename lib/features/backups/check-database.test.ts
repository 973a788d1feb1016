import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { algorithms } from "@/lib/core/signing-keys/signing-key";
import { checkDatabase } from "@/lib/features/backups/check-database";
import { config } from "@/lib/kernel/config/config";
import { masterKeyId } from "@/lib/kernel/config/master-keys";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { expectedObjects } from "@/lib/kernel/db/schema/expected-objects";
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";

/** One for each purpose. */
const signingKeys = Object.keys(algorithms).length;

const { databaseOwnerUrl: owner, masterKeys: configuredKeys } = config();
const expected = { migrations: migrationNames(), objects: expectedObjects() };

afterEach(() => {
  Object.assign(config(), { masterKeys: configuredKeys });
});

async function wrong(): Promise<Record<string, string>> {
  const findings = await checkDatabase(owner, expected);
  return Object.fromEntries(
    findings.filter(({ ok }) => !ok).map(({ subject, says }) => [subject, says]),
  );
}

const asOwnerDoes = (text: string) => asOwner(owner, (client) => client.query(text));

test("a migrated database is complete, and every finding describes its state", async () => {
  expect(await wrong()).toEqual({});
  const findings = await checkDatabase(owner, expected);
  expect(findings.map(({ subject }) => subject)).toEqual([
    ...["schema", "roles", "policies", "functions", "rights", "queues", "owner"],
    ...["master keys", "sealed values", "signing keys"],
  ]);
  for (const { says } of findings) expect(says).not.toBe("");
  expect(expected.objects.length).toBeGreaterThan(80);
});

test.each([
  [
    "functions",
    "DROP TRIGGER audit_events_immutable ON audit_events",
    "CREATE TRIGGER audit_events_immutable BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION atrium_refuse_audit_change()",
    "audit_events_immutable",
  ],
  [
    "functions",
    "ALTER TABLE factors DISABLE TRIGGER factors_frozen",
    "ALTER TABLE factors ENABLE TRIGGER factors_frozen",
    "factors_frozen",
  ],
  [
    "policies",
    "ALTER TABLE users DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE users ENABLE ROW LEVEL SECURITY",
    "users",
  ],
  [
    "rights",
    "GRANT UPDATE ON signing_keys TO atrium_app",
    "REVOKE UPDATE ON signing_keys FROM atrium_app",
    "may change signing_keys",
  ],
  [
    "rights",
    "REVOKE SELECT ON users FROM atrium_app",
    "GRANT SELECT ON users TO atrium_app",
    "may not read users",
  ],
  [
    "rights",
    "GRANT TEMPORARY ON DATABASE current TO PUBLIC",
    "REVOKE TEMPORARY ON DATABASE current FROM PUBLIC",
    "may make temporary tables",
  ],
  [
    "signing keys",
    "UPDATE signing_keys SET verifies_until = '2020-01-01' WHERE purpose = 'id_token'",
    "UPDATE signing_keys SET verifies_until = NULL WHERE purpose = 'id_token'",
    "no key signs for id_token",
  ],
  [
    "sealed values",
    "UPDATE signing_keys SET sealed_private_jwk = set_byte(sealed_private_jwk, 40, get_byte(sealed_private_jwk, 40) # 1)",
    "UPDATE signing_keys SET sealed_private_jwk = set_byte(sealed_private_jwk, 40, get_byte(sealed_private_jwk, 40) # 1)",
    `signing keys: ${signingKeys} of ${signingKeys} tried don't open`,
  ],
  [
    "sealed values",
    "UPDATE signing_keys SET sealed_private_jwk = '\\x0200000007'::bytea || substring(sealed_private_jwk FROM 2)",
    "UPDATE signing_keys SET sealed_private_jwk = '\\x01'::bytea || substring(sealed_private_jwk FROM 6)",
    `signing keys: ${signingKeys} name data key 7, which is missing`,
  ],
])("%s: after %s it is reported", async (subject, damage, mend, says) => {
  const database = new URL(owner).pathname.slice(1);
  const here = (text: string) => text.replace("DATABASE current", `DATABASE ${database}`);
  await asOwnerDoes(here(damage));
  const found = await wrong();
  await asOwnerDoes(here(mend));
  expect(found).toEqual({ [subject]: expect.stringContaining(says) });
  expect(await wrong()).toEqual({});
});

test("a database that lacks a migration is reported as such, and nothing else is checked", async () => {
  const findings = await checkDatabase(owner, {
    ...expected,
    migrations: ["29990101000000_later"],
  });
  expect(findings).toMatchObject([
    { subject: "schema", ok: false, says: "migration 29990101000000_later is missing" },
  ]);
});

test("wrong keys are reported with the id of the key that the database needs", async () => {
  const key = randomBytes(32);
  Object.assign(config(), { masterKeys: [{ id: masterKeyId(key), key }] });
  const found = await wrong();
  expect(found["master keys"]).toContain(`needs master key ${configuredKeys[0]?.id}`);
  expect(found["sealed values"]).toContain("don't open");
});
