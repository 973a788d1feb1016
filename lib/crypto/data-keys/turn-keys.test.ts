import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/config/config";
import { type MasterKey, masterKeyId } from "@/lib/config/master-keys";
import { checkSealedValues } from "@/lib/crypto/data-keys/check-sealed-values";
import { WrongMasterKey } from "@/lib/crypto/data-keys/data-key";
import { readOwnerDataKeys } from "@/lib/crypto/data-keys/data-key-owner-store";
import { openDataKeys } from "@/lib/crypto/data-keys/open-data-keys";
import { readKeyUse } from "@/lib/crypto/data-keys/read-key-use";
import { resealValues } from "@/lib/crypto/data-keys/reseal-values";
import { readSealedKinds } from "@/lib/crypto/data-keys/sealed-value-owner-store";
import { asOwner } from "@/lib/db/owner-connection";
import { inTransaction } from "@/lib/db/transaction";
import { queueMail } from "@/lib/mail/queue-mail";
import { ensureSigningKeys } from "@/lib/oidc/keys/ensure-signing-keys";
import { currentKeys, forgetKeys } from "@/lib/oidc/keys/signing-keys";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const { databaseOwnerUrl } = config();
const [given] = config().masterKeys;
const next: MasterKey = aKey();

function aKey(): MasterKey {
  const key = randomBytes(32);
  return { id: masterKeyId(key), key };
}

/** Gives this process other master keys, as a start with another configuration does. */
function withMasterKeys(...masterKeys: MasterKey[]): void {
  Object.assign(config(), { masterKeys });
}

const first = () => given as MasterKey;
const quietly = { say: () => {}, wait: async () => {} };
const ownerSays = (text: string) => asOwner(databaseOwnerUrl, (client) => client.query(text));

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});
beforeEach(() => withMasterKeys(first()));

const aWaitingMail = () =>
  inTransaction(acme, (db) => queueMail(db, { to: "ada@acme.example", template: "delivery_test" }));

test("the first data key has the bytes of the master key, so that the version before reads what is sealed", async () => {
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys).toMatchObject([
    { id: 1, masterKeyId: first().id, madeUnder: first().id, seals: true },
  ]);
  expect(keys[0]?.values).toContainEqual({ kind: "signing keys", count: 4 });
});

test("another master key is refused with the id of the one that the database needs", async () => {
  withMasterKeys(next);
  const needs = new RegExp(`needs master key ${first().id}, and the keys at hand are ${next.id}`);
  await expect(openDataKeys()).rejects.toThrow(WrongMasterKey);
  await expect(openDataKeys()).rejects.toThrow(needs);
  await expect(ensureSigningKeys(databaseOwnerUrl)).rejects.toThrow(needs);
});

test("a data key that was altered is told as damaged", async () => {
  await ownerSays("CREATE TABLE kept_keys AS SELECT * FROM data_keys");
  await ownerSays(
    "UPDATE data_keys SET wrapped_key = set_byte(wrapped_key, 40, get_byte(wrapped_key, 40) # 1)",
  );
  await expect(openDataKeys()).rejects.toThrow("Data key 1 of the database is damaged");
  await ownerSays(
    "UPDATE data_keys d SET wrapped_key = k.wrapped_key FROM kept_keys k WHERE k.id = d.id",
  );
  await ownerSays("DROP TABLE kept_keys");
  await openDataKeys();
});

test("a database of an earlier version takes the key that sealed it, and no other", async () => {
  await ownerSays("CREATE TABLE kept_keys AS SELECT * FROM data_keys");
  await ownerSays("DELETE FROM data_keys");
  withMasterKeys(next);
  await expect(ensureSigningKeys(databaseOwnerUrl)).rejects.toThrow(
    `sealed with another master key than those at hand (${next.id})`,
  );
  const none = await asOwner(databaseOwnerUrl, readOwnerDataKeys);
  expect(none).toEqual([]);
  withMasterKeys(next, first());
  await ensureSigningKeys(databaseOwnerUrl);
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys).toMatchObject([{ id: 1, masterKeyId: first().id }]);
  await ownerSays("DROP TABLE kept_keys");
});

test("processes that start at once on a database without keys agree on one", async () => {
  await ownerSays("DELETE FROM data_keys");
  const starts = Array.from({ length: 4 }, () => ensureSigningKeys(databaseOwnerUrl));
  await Promise.all(starts);
  expect(await asOwner(databaseOwnerUrl, readOwnerDataKeys)).toHaveLength(1);
});

test("while a server lacks the key in force, nothing is turned", async () => {
  // This process's own connections say which keys it was started with.
  await openDataKeys();
  withMasterKeys(next, first());
  await expect(resealValues(databaseOwnerUrl, quietly)).rejects.toMatchObject({
    reason: "conflict",
    detail: expect.stringContaining(`could not read what master key ${next.id} wraps`),
  });
  expect((await readKeyUse(databaseOwnerUrl)).keys).toHaveLength(1);
});

test("turning wraps every data key, seals every value anew, and needs the old key no more", async () => {
  await aWaitingMail();
  withMasterKeys(next, first());
  const lines: string[] = [];
  const done = await resealValues(databaseOwnerUrl, {
    ...quietly,
    say: (line) => lines.push(line),
    force: true,
  });
  expect(done).toMatchObject({ dataKeyId: 2, masterKeyId: next.id, deletedDataKeys: [] });
  expect(done.kinds).toContainEqual({ kind: "signing keys", resealed: 4, left: 0 });
  expect(done.kinds.every(({ left }) => left === 0)).toBe(true);
  expect(done.kinds.find(({ kind }) => kind === "mail that waits")?.resealed).toBeGreaterThan(0);
  expect(lines.join("\n")).toContain("signing keys: 4 sealed anew");
  withMasterKeys(next);
  await openDataKeys();
  forgetKeys();
  expect(await currentKeys()).toHaveLength(4);
  const { keys, unknown } = await readKeyUse(databaseOwnerUrl);
  expect(keys.map(({ masterKeyId: id }) => id)).toEqual([next.id, next.id]);
  expect(keys[0]?.values).toEqual([]);
  expect(unknown).toEqual([]);
  withMasterKeys(first());
  await expect(openDataKeys()).rejects.toThrow(`needs master key ${next.id}`);
  withMasterKeys(next);
  const { unopened, wrongKeys } = await asOwner(databaseOwnerUrl, checkSealedValues);
  expect([unopened, wrongKeys]).toEqual([[], []]);
});

test("what was interrupted goes on with the same data key, and what is done stays done", async () => {
  withMasterKeys(next);
  await openDataKeys();
  await aWaitingMail();
  await ownerSays(`UPDATE signing_keys SET sealed_private_jwk = sealed_private_jwk`);
  const again = await resealValues(databaseOwnerUrl, { ...quietly, force: true });
  expect(again.dataKeyId).toBe(2);
  const asked = await resealValues(databaseOwnerUrl, { ...quietly, force: true, anew: true });
  expect(asked.dataKeyId).toBe(3);
  expect(asked.kinds).toContainEqual({ kind: "signing keys", resealed: 4, left: 0 });
});

test("a data key that nothing is sealed with goes two days later, the first one never", async () => {
  withMasterKeys(next);
  await ownerSays("UPDATE data_keys SET active_from = active_from - interval '3 days'");
  const done = await resealValues(databaseOwnerUrl, { ...quietly, force: true });
  expect(done.deletedDataKeys).toEqual([2]);
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys.map(({ id }) => id)).toEqual([1, 3]);
});

test("two processes do not seal anew at once", async () => {
  withMasterKeys(next);
  const both = await Promise.allSettled(
    [1, 2].map(() => resealValues(databaseOwnerUrl, { say: () => {}, force: true })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("every column of sealed values is known to those who seal anew", async () => {
  const { rows } = await ownerSays(
    `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE 'sealed%' ORDER BY 1`,
  );
  const known = await ownerSays(
    "SELECT of_table || '.' || of_column AS place FROM atrium_sealed_kinds() ORDER BY 1",
  );
  expect(known.rows).toEqual(rows);
  expect(await asOwner(databaseOwnerUrl, readSealedKinds)).toHaveLength(rows.length);
});
