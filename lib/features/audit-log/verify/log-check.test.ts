import { v7 } from "uuid";
import { expect, test } from "vitest";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { LogCheck } from "@/lib/features/audit-log/verify/log-check";

const retained = new Date("2026-03-01T00:00:00Z");

/** Checks a log of events at these moments, of which some have no entry any more. */
function checked(moments: string[], missing: number[]) {
  const entries = moments.map((moment) => {
    const id = v7({ msecs: Date.parse(moment) });
    const commitments = { actor: "", context: "", metadata: "", record: "", targets: "" };
    return Buffer.from(JSON.stringify({ commitments, id }));
  });
  const tree = new TreeEdge();
  for (const entry of entries) tree.append(leafHash(entry));
  const head = { size: tree.size, root: tree.root(), kept: [] };
  const check = new LogCheck({ ...head, leftBefore: retained, mayBeginLate: true });
  const found = entries
    .map((entry, position) => ({ position, entry }))
    .filter(({ position }) => !missing.includes(position));
  check.take({ number: 0, entries: found, hashes: entries.map(leafHash) });
  const { findings, left } = check.end();
  return { findings: findings.map(({ kind }) => kind), left: left.ranges };
}

test("events that retention deleted at the beginning of a log, or for their age, are no finding", () => {
  const moments = ["2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z", "2026-03-05T00:00:00Z"];
  expect(checked(moments, [0])).toEqual({ findings: [], left: [{ from: 0, to: 0 }] });
  expect(checked(moments, [1])).toEqual({ findings: [], left: [{ from: 1, to: 1 }] });
  expect(checked(moments, [0, 1])).toEqual({ findings: [], left: [{ from: 0, to: 1 }] });
});

test("an event that was committed late follows younger ones, and is deleted before them", () => {
  const late = ["2026-03-01T00:00:01Z", "2026-02-28T23:59:59Z", "2026-03-01T00:00:02Z"];
  expect(checked(late, [1])).toEqual({ findings: [], left: [{ from: 1, to: 1 }] });
});

test("a missing event after events that retention would have deleted was dropped", () => {
  const moments = ["2026-03-01T00:03:00Z", "2026-03-01T00:04:00Z", "2026-03-05T00:00:00Z"];
  expect(checked(moments, [1])).toEqual({ findings: ["dropped"], left: [] });
  expect(checked(moments, [2])).toEqual({ findings: ["dropped"], left: [] });
});
