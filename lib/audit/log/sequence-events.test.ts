import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendEvents } from "@/lib/audit/audit-event-store";
import { parseCheckpoint } from "@/lib/audit/log/checkpoint";
import { commitment, parseEntry, partsOf } from "@/lib/audit/log/log-entry";
import {
  findProvableEvent,
  readEntries,
  readLogHead,
  readProvableEvents,
  readTiles,
} from "@/lib/audit/log/log-reading-store";
import { leafHash, TreeEdge } from "@/lib/audit/log/merkle-tree";
import { sequenceEvents } from "@/lib/audit/log/sequence-events";
import { ownCheckpoint } from "@/lib/audit/log/sign-checkpoint";
import { noRequest } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { inBatch } from "@/lib/db/batch";
import { newId } from "@/lib/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

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

/** Writes events as a use case does, in batches.
 *  @returns nothing: what was written is found by the log */
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

/** An event of a transaction that is open until it is committed. */
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

/** Takes everything that is committed into logs. */
async function sequenceAll(): Promise<void> {
  while ((await sequenceEvents()).taken > 0);
}

/** The root of the log as it follows from its entries, and from nothing else that is stored. */
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
  test("has every committed event once, and a checkpoint of ours that says so", async () => {
    for (const more of [3, 255, 1, 300]) {
      await someEvents(more);
      await sequenceAll();
      const head = await headOf(acme);
      expect(head.size).toBe(await eventsOf(acme));
      const signed = await ownCheckpoint(head.checkpoint);
      expect(signed).toMatchObject({ origin: head.origin, size: head.size });
      expect(signed?.root).toEqual(await rootOfEntries(acme, head.size));
    }
    expect((await headOf(acme)).origin).toBe(
      `${new URL(config().baseUrl).host}/audit-log/${acme.publicId}`,
    );
  });

  test("keeps its hashes as tiles, whole ones and what is left", async () => {
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

  test("opens each event by its salts, and tells nothing of it without them", async () => {
    await someEvents(1);
    await sequenceAll();
    const { size } = await headOf(acme);
    const [event] = await inBatch(acme, (db) => readProvableEvents(db, size - 1, 1));
    if (!event) throw new Error("There is no event");
    const entry = parseEntry(event.entry);
    expect(entry?.id).toBe(event.id);
    for (const [part, value] of Object.entries(partsOf(event, acme.publicId))) {
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
    expect(parseCheckpoint(checkpoint)?.root).toEqual(await rootOfEntries(acme, size));
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

  test("takes what a long transaction wrote, while others come and go beside it", async () => {
    await sequenceAll();
    // For half a minute from now nothing looks further back than it must.
    await owner.query("UPDATE audit_log_cursor SET far_at = now()");
    const { id, commit } = await anUncommittedEvent();
    for (let pass = 0; pass < 4; pass += 1) {
      await someEvents(2);
      await sequenceAll();
      await sleep(600);
    }
    await commit();
    await sequenceAll();
    expect(await inBatch(acme, (db) => findProvableEvent(db, id))).not.toBeNull();
  });

  test("looks back no further than to transactions that it has not seen the end of", async () => {
    const began = new Date();
    const looksFrom = async () => {
      await owner.query("UPDATE audit_log_cursor SET far_at = now()");
      await someEvents(1);
      await sequenceAll();
      const { rows } = await owner.query<{ at: Date }>(
        "SELECT near_from AS at FROM audit_log_cursor",
      );
      return rows[0]?.at.getTime();
    };
    // Transactions of other databases of the same server are waited for too.
    await expect.poll(looksFrom, { timeout: 20_000 }).toBeGreaterThan(began.getTime());
  }, 30_000);

  test("is not continued once what is stored is not what was signed", async () => {
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
