import { beforeAll, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { readEntries, readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { isConsistent } from "@/lib/features/audit-log/log/merkle-proof";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { proveConsistency, proveInclusion } from "@/lib/features/audit-log/log/prove-event";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { noRequest } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { rootOfInclusion } from "@/tests/support/root-of-inclusion";

let acme: TestEnvironment;
let size: number;
let root: Hash;
let leaves: Hash[];

beforeAll(async () => {
  acme = await aTenant();
  const one = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: acme.tenantId },
    context: noRequest,
    at: new Date(),
  };
  await appendEvents(
    acme,
    Array.from({ length: 700 }, () => one),
  );
  while ((await sequenceEvents()).taken > 0);
  const head = await inBatch(acme, readLogHead);
  size = head?.size ?? 0;
  root = Buffer.from(parseCheckpoint(head?.checkpoint ?? "")?.root ?? []);
  leaves = (await inBatch(acme, (db) => readEntries(db, 0, size))).map(({ entry }) =>
    leafHash(entry),
  );
});

test("every entry is proved to be in the log, at its own position only", async () => {
  for (const at of [0, 1, 2, 127, 254, 255, 256, 257, 511, 512, 600, size - 2, size - 1]) {
    const proof = await inBatch(acme, (db) => proveInclusion(db, at, size));
    const leaf = leaves[at] as Hash;
    expect(rootOfInclusion(leaf, at, size, proof)).toEqual(root);
    const elsewhere = rootOfInclusion(leaf, (at + 1) % size, size, proof);
    expect(elsewhere === null || Buffer.compare(elsewhere, root) !== 0).toBe(true);
  }
});

test("the log is proved to extend itself at every size, and no other log", async () => {
  const edge = new TreeEdge();
  for (const [at, leaf] of leaves.entries()) {
    edge.append(leaf);
    const older = { size: at + 1, root: edge.root() };
    if (![1, 2, 3, 4, 7, 255, 256, 257, 300, 512, 513, size].includes(older.size)) continue;
    const proof = await inBatch(acme, (db) => proveConsistency(db, older.size, size));
    expect(isConsistent(older, { size, root }, proof)).toBe(true);
    const other = { ...older, root: leafHash(older.root) };
    expect(isConsistent(other, { size, root }, proof)).toBe(false);
    expect(isConsistent(older, { size, root: leafHash(root) }, proof)).toBe(false);
    if (proof.length > 0) expect(isConsistent(older, { size, root }, proof.slice(1))).toBe(false);
  }
});
