import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { commitment, parseEntry, partsOfRecord } from "@/lib/features/audit-log/log/log-entry";
import {
  findProvableEvent,
  readEntries,
  readLogHead,
  readProvableEvents,
  readTiles,
} from "@/lib/features/audit-log/log/log-reading-store";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { platformScope } from "@/lib/features/audit-log/log/platform-of-logs";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { ownCheckpoint } from "@/lib/features/audit-log/log/sign-checkpoint";
import { verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import {
  readCursorHolders,
  readLogSignals,
} from "@/lib/features/audit-log/witness/log-signal-store";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { keysFromNow } from "@/tests/support/keys-from-now";
import { statementsOf } from "@/tests/support/statements";

let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant();
});

/** Writes events as a use case does, in batches. */
async function someEvents(count: number, of: TestEnvironment = acme): Promise<void> {
  const one = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: of.tenantId },
    context: noRequest,
    targets: [{ type: "user", id: newId(), name: "Zoë O’Neill" }],
    metadata: { tries: 1.5, ключ: ["€", null, true] },
    at: new Date(),
  };
  await appendEvents(
    of,
    Array.from({ length: count }, () => one),
  );
}

/** Writes an event in a transaction that stays open until `commit`. */
async function anUncommittedEvent(): Promise<{ id: string; commit(): Promise<void> }> {
  const open = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await open.connect();
  await open.query("BEGIN");
  const { rows } = await open.query<{ id: string }>(
    `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
     VALUES ($1, $2, 'login.failed', '{"type":"tenant","id":"x"}', now()) RETURNING id`,
    [acme.tenantId, acme.environmentId],
  );
  const commit = async () => {
    await open.query("COMMIT");
    await open.end();
  };
  return { id: rows[0]?.id ?? "", commit };
}

/** Runs the sequencer once.
 *  @returns the number of events, and the messages to PostgreSQL: one outside a transaction if there are no
 *  events */
async function runOnce(): Promise<{ taken: number; messages: string[] }> {
  let taken = 0;
  const messages = await statementsOf(async () => {
    ({ taken } = await sequenceEvents());
  });
  return { taken, messages };
}

test("a run without events is one message, and a later run finds events of a transaction that was open", async () => {
  await someEvents(1);
  while ((await sequenceEvents()).taken > 0);
  const quiet = await runOnce();
  expect(quiet).toEqual({ taken: 0, messages: [expect.not.stringContaining("BEGIN")] });
  const uncommitted = await anUncommittedEvent();
  expect((await runOnce()).messages).toHaveLength(1);
  // The cursor passes the event while its transaction is open.
  await someEvents(1);
  while ((await sequenceEvents()).taken > 0);
  expect((await runOnce()).messages).toHaveLength(1);
  await uncommitted.commit();
  expect((await runOnce()).taken).toBe(1);
  expect((await runOnce()).messages).toHaveLength(1);
});

/** Writes an event whose id was made by a clock that is this far behind.
 *  @param writtenIn transaction id of the event, as SQL */
async function anEventOf(back: string, writtenIn = "DEFAULT"): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at, written_in)
     VALUES (encode(overlay(uuid_send(gen_random_uuid()) PLACING
         substring(int8send((extract(epoch FROM clock_timestamp() - $3::interval) * 1000)::bigint) FROM 3) FROM 1), 'hex')::uuid,
       $1, $2, 'login.failed', '{"type":"tenant","id":"x"}', now() - $3::interval, ${writtenIn}) RETURNING id`,
    [acme.tenantId, acme.environmentId, back],
  );
  return rows[0]?.id ?? "";
}

const placeOf = (id: string) => inBatch(acme, (db) => findProvableEvent(db, id));
const signals = () => readLogSignals([]);

/** Sequences all committed events. */
async function sequenceAll(): Promise<void> {
  while ((await sequenceEvents()).taken > 0);
}

/** Root of the log, computed only from its entries. */
async function rootOfEntries(of: TestEnvironment, size: number): Promise<Uint8Array> {
  const edge = new TreeEdge();
  for (const { position, entry } of await inBatch(of, (db) => readEntries(db, 0, size))) {
    expect(position).toBe(edge.size);
    edge.append(leafHash(entry));
  }
  expect(edge.size).toBe(size);
  return edge.root();
}

async function eventsOf(of: TestEnvironment): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_events WHERE tenant_id = $1",
    [of.tenantId],
  );
  return rows[0]?.count ?? 0;
}

async function headOf(of: TestEnvironment) {
  const head = await inBatch(of, readLogHead);
  if (!head) throw new Error("There is no log");
  return head;
}

describe("a tenant's log", () => {
  test("has every committed event once, and our signed checkpoint", async () => {
    for (const more of [3, 255, 1, 300]) {
      await someEvents(more);
      await sequenceAll();
      const head = await headOf(acme);
      expect(head.size).toBe(await eventsOf(acme));
      const signed = await ownCheckpoint(head.checkpoint);
      expect(signed).toMatchObject({ origin: head.origin, size: head.size });
      expect(Buffer.from(signed?.root ?? [])).toEqual(await rootOfEntries(acme, head.size));
    }
    expect((await headOf(acme)).origin).toBe(
      `${new URL(config().baseUrl).host}/audit-log/${acme.publicId}`,
    );
  });

  test("stores its hashes as tiles, complete and unfinished ones", async () => {
    await someEvents(600);
    await sequenceAll();
    const { size } = await headOf(acme);
    const entries = await inBatch(acme, (db) => readEntries(db, 0, size));
    const hashes = Buffer.concat(entries.map(({ entry }) => leafHash(entry)));
    const tiles = await inBatch(acme, (db) =>
      readTiles(
        db,
        [0, 1, 2, 3].map((number) => ({ level: 0, number })),
      ),
    );
    const stored = tiles.sort((one, other) => one.number - other.number);
    expect(Buffer.concat(stored.map((tile) => tile.hashes))).toEqual(hashes);
    expect(stored.map((tile) => tile.hashes.length / 32)).toEqual([256, 256, size - 512]);
  });

  test("opens each event with its salts, and reveals nothing of it without them", async () => {
    await someEvents(1);
    await sequenceAll();
    const { size } = await headOf(acme);
    const [event] = await inBatch(acme, (db) => readProvableEvents(db, size - 1, 1));
    if (!event) throw new Error("There is no event");
    const entry = parseEntry(event.entry);
    expect(entry?.id).toBe(event.id);
    for (const [part, value] of Object.entries(partsOfRecord(auditRecord(event, acme.publicId)))) {
      const name = part as keyof typeof event.salts;
      expect(commitment(event.salts[name] ?? new Uint8Array(), value)).toBe(
        entry?.commitments[name],
      );
    }
    const text = Buffer.from(event.entry).toString();
    for (const told of ["login", "Zoë", acme.publicId, "production"])
      expect(text).not.toContain(told);
  });

  test("is grown by one of several sequencers at a time, and has each event once", async () => {
    await Promise.all([someEvents(200), someEvents(200), someEvents(200)]);
    for (let left = true; left; ) {
      const taken = await Promise.all(Array.from({ length: 6 }, () => sequenceEvents(50)));
      left = taken.some((one) => one.taken > 0);
    }
    const { size, checkpoint } = await headOf(acme);
    expect(size).toBe(await eventsOf(acme));
    expect(Buffer.from(parseCheckpoint(checkpoint)?.root ?? [])).toEqual(
      await rootOfEntries(acme, size),
    );
  });

  test("takes an event that commits late, and not before it has committed", async () => {
    const { id, commit } = await anUncommittedEvent();
    await someEvents(5);
    await sequenceAll();
    expect(await inBatch(acme, (db) => findProvableEvent(db, id))).toBeNull();
    await commit();
    await sequenceAll();
    const { size } = await headOf(acme);
    expect(await inBatch(acme, (db) => findProvableEvent(db, id))).toMatchObject({
      position: size - 1,
    });
  });

  test("takes the events of a long transaction, while others commit beside it", async () => {
    const { id, commit } = await anUncommittedEvent();
    for (let pass = 0; pass < 4; pass += 1) {
      await someEvents(2);
      await sequenceAll();
    }
    await commit();
    await sequenceAll();
    expect(await placeOf(id)).not.toBeNull();
  });

  test("takes the events of others while a long transaction is open", async () => {
    const { commit } = await anUncommittedEvent();
    const id = await anEventOf("0 s");
    await sequenceAll();
    expect(await placeOf(id)).not.toBeNull();
    await commit();
  });

  test.each(["4 s", "3 min", "1 h", "1 day", "-1 h", "-1 day"])(
    "takes an event whose id was made by a clock that was %s behind",
    async (back) => {
      await someEvents(1);
      await sequenceAll();
      await sequenceAll();
      const id = await anEventOf(back);
      expect(await signals()).toMatchObject({ waiting: 1, oldestSeconds: expect.closeTo(0, -1.7) });
      await sequenceEvents();
      expect(await placeOf(id)).not.toBeNull();
      expect((await signals()).waiting).toBe(0);
    },
  );

  test("continues when the clock has gone back before its last run", async () => {
    await sequenceAll();
    await owner.query("UPDATE audit_log_cursor SET caught_up_at = now() + interval '1 hour'");
    const id = await anEventOf("0 s");
    expect(await signals()).toMatchObject({ waiting: 1, oldestSeconds: expect.closeTo(0, -1.7) });
    await sequenceEvents();
    expect(await placeOf(id)).not.toBeNull();
  });

  test("has the events that an earlier version skipped, once the trail was scanned", async () => {
    await sequenceAll();
    const id = await anEventOf("1 h", "'3'");
    await sequenceAll();
    expect(await placeOf(id)).toBeNull();
    await owner.query("SELECT atrium_log_again_from('00000000-0000-0000-0000-000000000000')");
    expect(await signals()).toMatchObject({ waiting: 1, looking: true });
    await sequenceAll();
    expect(await placeOf(id)).not.toBeNull();
    expect(await signals()).toMatchObject({ waiting: 0, looking: false });
  });

  test("scans a trail in many steps, while new events are written", async () => {
    await sequenceAll();
    const ids: string[] = [];
    for (const ago of ["5 h", "4 h", "3 h", "2 h"]) ids.push(await anEventOf(ago, "'3'"));
    await owner.query("SELECT atrium_log_again_from('00000000-0000-0000-0000-000000000000')");
    for (let step = 0; step < 12; step += 1) {
      await someEvents(1);
      await sequenceEvents(2);
    }
    for (const id of ids) expect(await placeOf(id)).not.toBeNull();
    await sequenceAll();
    expect((await headOf(acme)).size).toBe(await eventsOf(acme));
  });

  test("continues in a restored database, on a server with smaller transaction ids", async () => {
    await someEvents(2);
    await sequenceAll();
    const before = await anEventOf("2 days", "'9000000001'");
    await owner.query("UPDATE audit_log_cursor SET seen = '9000000000:9000000000:'");
    const after = await anEventOf("0 s");
    await sequenceAll();
    for (const id of [before, after]) expect(await placeOf(id)).not.toBeNull();
    expect((await headOf(acme)).size).toBe(await eventsOf(acme));
  });

  test("is delayed by a transaction that holds the cursor, which operators can see", async () => {
    const open = new pg.Client({
      connectionString: config().databaseOwnerUrl,
      application_name: "somebody",
    });
    await open.connect();
    await open.query("BEGIN; SELECT FROM audit_log_cursor FOR UPDATE");
    await someEvents(1);
    expect((await sequenceEvents()).taken).toBe(0);
    const holders = await inBatch(await platformScope(), readCursorHolders);
    expect(holders).toMatchObject([
      { cursorName: "audit_log_cursor", application: "somebody", since: expect.any(Date) },
    ]);
    expect(await inBatch(acme, readCursorHolders)).toEqual([]);
    await open.end();
  });

  test("continues while the clock is before the keys that have signed it, and is not refused", async () => {
    await someEvents(2);
    await sequenceAll();
    await keysFromNow(3_600, async () => {
      await someEvents(2);
      await sequenceAll();
      expect(await headOf(acme)).toMatchObject({ size: await eventsOf(acme), refusedAt: null });
    });
    await someEvents(2);
    await sequenceAll();
    expect(await headOf(acme)).toMatchObject({ size: await eventsOf(acme), refusedAt: null });
    const verified = await verifyStoredLog(acme, { keys: null, witnesses: [], kept: [] });
    expect(verified).toMatchObject({ findings: [], waiting: 0 });
  });

  test("is not continued once the stored log differs from the signed one", async () => {
    const beta = await aTenant({ name: "Beta" });
    await someEvents(10);
    await sequenceAll();
    const { size } = await headOf(acme);
    await owner.query(
      "UPDATE audit_log_hashes SET hash = sha256(hash) WHERE tenant_id = $1 AND position = 2",
      [acme.tenantId],
    );
    await Promise.all([someEvents(3), someEvents(3, beta)]);
    await sequenceAll();
    expect(await headOf(acme)).toMatchObject({ size, refusedAt: expect.any(Date) });
    expect((await headOf(beta)).size).toBe(await eventsOf(beta));
  });
});
