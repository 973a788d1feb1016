import { beforeAll, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { insertStream } from "@/lib/features/shared-signals/stream-store";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aReceiver, type Receiver } from "@/tests/support/a-receiver";

// Constraints of PostgreSQL on streams of security events.

let acme: TestEnvironment;
let staging: TestEnvironment;
let receiver: Receiver;
beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  const [other] = tenant.others;
  if (!other) throw new Error("unreachable");
  [acme, staging] = [tenant, other];
  receiver = await aReceiver(acme);
});

const refused = (work: (db: Queryable) => Promise<unknown>, message: RegExp | string, of = acme) =>
  expect(inTransaction(of, work)).rejects.toThrow(message);

test("a stream goes forward only, and keeps its receiver", async () => {
  const { streamId: id } = receiver;
  await refused(
    (db) =>
      db.execute(lock`UPDATE signal_streams SET position = position - 1 WHERE id = ${id}::uuid`),
    "its position only grows",
  );
  await refused(
    (db) =>
      db.execute(
        lock`UPDATE signal_streams SET credential_id = ${newId()}::uuid WHERE id = ${id}::uuid`,
      ),
    "the receiver of a stream is fixed",
  );
});

test("a stream belongs to the environment of its credential", async () => {
  const input = { name: "elsewhere", purpose: "management_automation", scopes: [] } as const;
  const { id: credentialId } = await createCredential(staging, {
    ...input,
    scopes: ["users:read"],
  });
  const stream = {
    id: newId(),
    credentialId,
    position: -1,
    description: null,
    eventsRequested: null,
    at: new Date(),
  };
  await refused((db) => insertStream(db, stream), "belongs to the environment of its credential");
  await inTransaction(staging, (db) => insertStream(db, stream));
});

test("an event makes a signal of a stream once, and a signal reports an event or restores a state", async () => {
  const { streamId } = receiver;
  const eventId = newId();
  const insert = (db: Queryable, state: string | null = null) =>
    db.execute(write`
      INSERT INTO signals (jti, tenant_id, environment_id, stream_id, position, event_id, state, created_at)
      VALUES (${newId()}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${streamId}::uuid, 0, ${eventId}::uuid, ${state}, now())`);
  await inTransaction(acme, insert);
  await refused((db) => insert(db), "signals_stream_id_event_id_ordinal_key");
  await refused((db) => insert(db, "abc"), "signals_what");
});

test("another tenant sees none of it, and can add nothing to it", async () => {
  const globex = await aTenant();
  const { streamId } = receiver;
  const seen = await inTransaction(globex, (db) =>
    db.query(read`SELECT id FROM signal_streams WHERE id = ${streamId}::uuid`),
  );
  expect(seen).toEqual([]);
  await refused(
    (db) =>
      db.execute(write`
        INSERT INTO signals (jti, tenant_id, environment_id, stream_id, position, created_at)
        VALUES (${newId()}::uuid, ${acme.tenantId}::uuid, ${acme.environmentId}::uuid, ${streamId}::uuid, 0, now())`),
    /row-level security/,
    globex,
  );
});
