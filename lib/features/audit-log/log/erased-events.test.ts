import { beforeEach, expect, test } from "vitest";
import { insertAuditEvent } from "@/lib/core/audit/audit-event-store";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { eraseEvents } from "@/lib/core/user-lifecycle/erase-events";
import { parseEntry, partStates } from "@/lib/features/audit-log/log/log-entry";
import {
  type ProvableEvent,
  readLogHead,
  readProvableEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
beforeEach(async () => {
  acme = await aTenant();
});

const sequenceAll = async () => {
  while ((await sequenceEvents()).taken > 0);
};

/** Records a sign-in of a user. */
const signIn = (userId: string, name: string) =>
  inTransaction(acme, (db) =>
    insertAuditEvent(db, {
      kind: "login.succeeded",
      actor: { type: "user", id: userId, name },
      context: { ipAddress: "203.0.113.9", userAgent: "Sundialler/7.31", requestId: "r-1" },
      targets: [{ type: "user", id: userId, name }],
      metadata: { method: "password" },
      at: new Date(),
    }),
  );

async function provable(): Promise<{ events: ProvableEvent[]; checkpoint: string }> {
  return inBatch(acme, async (db) => {
    const [events, head] = await Promise.all([readProvableEvents(db, 0, 1_000), readLogHead(db)]);
    return { events, checkpoint: head?.checkpoint ?? "" };
  });
}

/** State of each part of an event, compared with the log's commitment. */
function statesOf(event: ProvableEvent) {
  const record = auditRecord(event, acme.publicId);
  return partStates(record, event.salts, parseEntry(event.entry));
}

test("an erasure leaves the log unchanged, and deletes the salts of pseudonymised parts", async () => {
  const [gone, stays] = [await aUser(acme), await aUser(acme)];
  await signIn(gone.id, "Perdita Sundial");
  await signIn(stays.id, "Otto Moonlight");
  await sequenceAll();
  const before = await provable();
  for (const event of before.events)
    expect(Object.values(statesOf(event))).toEqual(["same", "same", "same", "same", "same"]);

  await deleteUser(acme, gone.id);
  await eraseEvents();
  const after = await provable();
  expect(after.checkpoint).toBe(before.checkpoint);
  expect(JSON.stringify(after.events)).not.toContain("Perdita");
  const ofUser = (id: string) =>
    after.events.find((one) => one.kind === "login.succeeded" && one.actor.id === id);
  expect(statesOf(ofUser(gone.id) as ProvableEvent)).toEqual({
    record: "same",
    actor: "erased",
    targets: "erased",
    context: "erased",
    metadata: "same",
  });
  expect(Object.values(statesOf(ofUser(stays.id) as ProvableEvent))).not.toContain("erased");
  for (const event of after.events) expect(Object.values(statesOf(event))).not.toContain("changed");
});

test("an event that is erased before it is logged is logged with pseudonyms", async () => {
  const gone = await aUser(acme);
  await signIn(gone.id, "Perdita Sundial");
  await deleteUser(acme, gone.id);
  // Either of them may get the cursor first: then the salts are deleted, or the log never saw the name.
  await Promise.all([eraseEvents(), sequenceEvents(), sequenceEvents()]);
  await sequenceAll();
  const { events } = await provable();
  expect(JSON.stringify(events)).not.toContain("Perdita");
  for (const event of events) expect(Object.values(statesOf(event))).not.toContain("changed");
});
