import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertTotp } from "@/lib/core/factors/factor-store";
import { sealTotpSecret, unsealTotpSecret } from "@/lib/core/factors/totp";
import { findPayload, upsertPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { ensureSigningKeys } from "@/lib/core/signing-keys/ensure-signing-keys";
import { algorithms } from "@/lib/core/signing-keys/signing-key";
import { currentKeys, forgetKeys } from "@/lib/core/signing-keys/signing-keys";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { type MasterKey, masterKeyId } from "@/lib/kernel/config/master-keys";
import { takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { checkSealedValues } from "@/lib/kernel/data-keys/check-sealed-values";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { readOwnerDataKeys } from "@/lib/kernel/data-keys/data-key-owner-store";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { readKeyUse } from "@/lib/kernel/data-keys/read-key-use";
import { resealValues } from "@/lib/kernel/data-keys/reseal-values";
import { readSealedKinds } from "@/lib/kernel/data-keys/sealed-value-owner-store";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

const { databaseOwnerUrl } = config();
const [initialKey] = config().masterKeys;
const next: MasterKey = aKey();
/** One for each purpose. */
const signingKeys = Object.keys(algorithms).length;

function aKey(): MasterKey {
  const key = randomBytes(32);
  return { id: masterKeyId(key), key };
}

/** Sets other master keys for this process, like a start with another configuration. */
function withMasterKeys(...masterKeys: MasterKey[]): void {
  Object.assign(config(), { masterKeys });
}

const first = () => initialKey as MasterKey;
const quietly = { say: () => {}, wait: async () => {} };
const ownerSays = (text: string) => asOwner(databaseOwnerUrl, (client) => client.query(text));

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});
beforeEach(() => withMasterKeys(first()));

const aWaitingMail = () =>
  inTransaction(acme, (db) => queueMail(db, { to: "ada@acme.example", template: "delivery_test" }));

/** Creates a value of each kind that is bound to its row in a way of its own; returns a function that reads
 *  them. */
async function boundValues(): Promise<() => Promise<unknown[]>> {
  const { id: userId } = await aUser(acme);
  const [factorId, id] = [newId(), `code-${userId}`];
  await inTransaction(acme, async (db) => {
    await insertTotp(db, {
      id: factorId,
      userId,
      name: "App",
      at: now(),
      sealedSecret: sealTotpSecret(factorId, "JBSWY3DPEHPK3PXP"),
      lastStep: 1,
    });
    const content = { accountId: userId };
    const about = { model: "Grant", id, content, grantId: null, uid: null, userId };
    await upsertPayload(db, { ...about, expiresAt: null });
  });
  return async () => {
    const { rows } = await ownerSays(`SELECT sealed_secret FROM factors WHERE id = '${factorId}'`);
    const found = await inTransaction(acme, (db) => findPayload(db, "Grant", id));
    const secret = unsealTotpSecret(factorId, rows[0].sealed_secret);
    return [secret, found?.content.accountId === userId];
  };
}

test("the first data key has the bytes of the master key, so that the previous version reads sealed values", async () => {
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys).toMatchObject([
    { id: 1, masterKeyId: first().id, madeUnder: first().id, seals: true },
  ]);
  expect(keys[0]?.values).toContainEqual({ kind: "signing keys", count: signingKeys });
});

test("another master key is refused with the id of the one that the database needs", async () => {
  withMasterKeys(next);
  const needs = new RegExp(`needs master key ${first().id}, and the keys at hand are ${next.id}`);
  await expect(openDataKeys()).rejects.toThrow(WrongMasterKey);
  await expect(openDataKeys()).rejects.toThrow(needs);
  await expect(ensureSigningKeys(databaseOwnerUrl)).rejects.toThrow(needs);
});

test("an altered data key is reported as damaged", async () => {
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

test("nothing is rotated while a server lacks the key in force", async () => {
  // This process's own connections name the keys that it was started with.
  await openDataKeys();
  withMasterKeys(next, first());
  await expect(resealValues(databaseOwnerUrl, quietly)).rejects.toMatchObject({
    reason: "conflict",
    detail: expect.stringContaining(`could not read what master key ${next.id} wraps`),
  });
  expect((await readKeyUse(databaseOwnerUrl)).keys).toHaveLength(1);
});

test("a rotation wraps every data key, seals every value anew, and no longer needs the old key", async () => {
  await aWaitingMail();
  const readBound = await boundValues();
  withMasterKeys(next, first());
  const lines: string[] = [];
  const done = await resealValues(databaseOwnerUrl, {
    ...quietly,
    say: (line) => lines.push(line),
    force: true,
  });
  expect(done).toMatchObject({ dataKeyId: 2, masterKeyId: next.id, closedDataKeys: [] });
  expect(done.kinds).toContainEqual({ kind: "signing keys", resealed: signingKeys, left: 0 });
  expect(done.kinds.every(({ left }) => left === 0)).toBe(true);
  expect(done.kinds.find(({ kind }) => kind === "mail that waits")?.resealed).toBeGreaterThan(0);
  expect(lines.join("\n")).toContain(`signing keys: ${signingKeys} sealed anew`);
  withMasterKeys(next);
  await openDataKeys();
  forgetKeys();
  expect(await currentKeys()).toHaveLength(signingKeys);
  expect(await readBound()).toEqual(["JBSWY3DPEHPK3PXP", true]);
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

test("an interrupted rotation continues with the same data key, and nothing is undone", async () => {
  withMasterKeys(next);
  await openDataKeys();
  const settled = await resealValues(databaseOwnerUrl, { ...quietly, force: true });
  expect(settled.dataKeyId).toBe(2);
  await inTransaction(acme, async (db) => {
    const about = { model: "Grant", content: {}, grantId: null, uid: null, userId: null };
    for (let number = 0; number < 450; number++)
      await upsertPayload(db, { ...about, id: `grant ${number}`, expiresAt: null });
  });
  let waits = 0;
  // The wait for the new key comes first, then one after each batch.
  const wait = async () => {
    waits += 1;
    if (waits === 2) throw new Error("killed");
  };
  const options = { say: () => {}, force: true };
  const killed = resealValues(databaseOwnerUrl, { ...options, anew: true, wait });
  await expect(killed).rejects.toThrow("killed");
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys.at(-1)).toMatchObject({ id: 3, seals: false });
  expect(keys.at(-1)?.values).toContainEqual({ kind: "payloads of OAuth", count: 200 });
  const again = await resealValues(databaseOwnerUrl, { ...options, wait: async () => {} });
  expect(again.dataKeyId).toBe(3);
  expect(again.kinds).toContainEqual({ kind: "payloads of OAuth", resealed: 251, left: 0 });
  expect(again.kinds).toContainEqual({ kind: "signing keys", resealed: 0, left: 0 });
});

test("an unused data key is deleted two days later, and the first one is retained for hashes", async () => {
  withMasterKeys(next);
  await ownerSays("UPDATE data_keys SET active_from = active_from - interval '3 days'");
  takeDataKeys([{ id: 1, key: first().key, seals: true }]);
  const [forged, hash] = [seal("mail", "row", "forged"), keyedHash("code", "123456")];
  expect(unseal("mail", "row", forged)).toBe("forged");
  const done = await resealValues(databaseOwnerUrl, { ...quietly, force: true });
  expect(done.closedDataKeys).toEqual([1, 2]);
  const { keys } = await readKeyUse(databaseOwnerUrl);
  expect(keys.map(({ id, closed }) => [id, closed])).toEqual([
    [1, true],
    [3, false],
  ]);
  await openDataKeys();
  // An attacker who stole the first key can't make values that the service would open.
  expect(() => unseal("mail", "row", forged)).toThrow("closed");
  expect(keyedHash("code", "123456")).toEqual(hash);
});

test("after a theft, earlier data keys are closed at once", async () => {
  withMasterKeys(next);
  const turned = { ...quietly, force: true, anew: true, atOnce: true };
  // The command waits until the new key seals everywhere; the test does not wait, and dates the key back
  // instead.
  const dated = () =>
    ownerSays("UPDATE data_keys SET active_from = now() - interval '1 minute' WHERE id = 4");
  const done = await resealValues(databaseOwnerUrl, { ...turned, wait: dated });
  expect(done.closedDataKeys).toEqual([3]);
});

test("two processes do not seal anew at once", async () => {
  withMasterKeys(next);
  let other: Promise<unknown> | undefined;
  // The second starts while the first waits for the new key, and the first continues once the second has its
  // answer.
  const meanwhile = () => {
    other ??= resealValues(databaseOwnerUrl, { ...quietly, force: true }).catch((error) => error);
    return other;
  };
  const options = { say: () => {}, wait: meanwhile, force: true, anew: true };
  await resealValues(databaseOwnerUrl, options);
  expect(await other).toMatchObject({ reason: "conflict" });
});

test("the resealing functions know every column of sealed values", async () => {
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
