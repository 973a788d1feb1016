import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportProof } from "@/lib/features/audit-log/verify/export-proof";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import {
  readCheckpointToKeep,
  readLogVerifiers,
} from "@/lib/features/audit-log/verify/stored-checkpoint";
import type { Verified } from "@/lib/features/audit-log/verify/verified";
import {
  type ExportVerificationInput,
  verifyExport,
} from "@/lib/features/audit-log/verify/verify-export";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { databaseOwner, logEvents } from "@/tests/support/tampered-log";

let owner: pg.Client;
let acme: TestEnvironment;
let input: ExportVerificationInput;
let lines: string[];

beforeAll(async () => {
  owner = await databaseOwner();
  acme = await aTenant();
  await logEvents(acme, 600);
  const keys = await readLogVerifiers(acme);
  input = { keys, witnesses: [], kept: [], keptSince: null };
  lines = await exported();
});
afterAll(() => owner.end());

async function exported(of = acme): Promise<string[]> {
  let text = "";
  for await (const piece of exportProof(of)) text += piece.lines;
  return text.trimEnd().split("\n");
}

async function verify(changed: readonly string[], more: Partial<ExportVerificationInput> = {}) {
  return verifyExport(
    (async function* () {
      yield* changed;
    })(),
    { ...input, ...more },
  );
}

type Line = Record<string, unknown> & { log: Record<string, unknown> };
const at = (position: number) =>
  lines.findIndex((line) => line.includes(`"log":{"sequence":${position},`));
const parsed = (position: number) => parseJson(lines[at(position)] ?? "") as Line;

/** The export with the line of a position replaced or removed. */
function withLine(position: number, ...line: (Line | string)[]): string[] {
  const texts = line.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return lines.toSpliced(at(position), 1, ...texts);
}

async function found(changed: readonly string[], more?: Partial<ExportVerificationInput>) {
  return (await verify(changed, more)).findings;
}

test("an unchanged export is verified with nothing but a key", async () => {
  const { findings, events, size, signedBy, continues }: Verified = await verify(lines, {
    kept: [(await readCheckpointToKeep(acme)) ?? ""],
  });
  expect(findings).toEqual([]);
  expect(events).toBe(size);
  expect(size).toBeGreaterThan(600);
  expect(continues).toEqual([size]);
  expect(signedBy).toBe(input.keys[0]?.text);
});

test("each changed part of an event is named", async () => {
  const event = parsed(300);
  const id = event.id;
  const { salts } = event.log as { salts: Record<string, string> };
  const cases: [Line, string[]][] = [
    [{ ...event, kind: "login.failed" }, ["record"]],
    [{ ...event, tenant: "atr_AAAAAAAAAAAAAAAAAAAAAA" }, ["record"]],
    [{ ...event, occurred_at: "2026-01-01T00:00:00.000Z" }, ["record"]],
    [{ more: true, ...event }, ["record"]],
    [{ ...event, actor: { type: "tenant", id: "x" } }, ["actor"]],
    [{ ...event, targets: [] }, ["targets"]],
    [{ ...event, metadata: { tries: 2 } }, ["metadata"]],
    ...["9007199254740992", "9007199254740993.0", '"9007199254740993"'].map(
      (digits): [Line, string[]] => [
        { ...event, metadata: { ...(event.metadata as object), id: parseJson(digits) } },
        ["metadata"],
      ],
    ),
    [
      { ...event, log: { ...event.log, salts: { ...salts, context: salts.actor ?? null } } },
      ["context"],
    ],
    [{ ...event, log: { ...event.log, salts: { ...salts, actor: null } } }, ["actor"]],
  ];
  for (const [line, parts] of cases)
    expect(await found(withLine(300, line)), parts.join()).toEqual([
      { kind: "changed", position: 300, id, parts },
    ]);
});

test("events that are dropped, inserted and moved are named", async () => {
  const ids = [41, 400].map((position) => parsed(position).id);
  expect(await found(withLine(41))).toEqual([{ kind: "dropped", from: 41, to: 41, id: null }]);
  // Retention cannot be the reason: the tenant is younger than any retention.
  const left: Line = { log: { left: { from: 41, to: 41 } } };
  expect(await found(withLine(41, left))).toEqual([
    { kind: "dropped", from: 41, to: 41, id: null },
  ]);
  const alien = { ...parsed(41), id: "01a00000-0000-7000-8000-000000000001" } as Partial<Line>;
  delete alien.log;
  expect(await found(withLine(42, JSON.stringify(alien), parsed(42)))).toEqual([
    { kind: "inserted", id: alien.id, position: null },
  ]);
  const entry = Buffer.from(`{"x":${"1".repeat(20)}}`).toString("base64");
  const twice = { ...parsed(41), log: { ...parsed(41).log, entry } };
  expect(await found(withLine(41, parsed(41), twice))).toEqual([
    { kind: "inserted", id: null, position: 41 },
  ]);
  const moved = (position: number, to: number) => ({
    ...parsed(position),
    log: { ...parsed(position).log, sequence: to },
  });
  const swapped = withLine(41, moved(400, 41)).toSpliced(
    at(400),
    1,
    JSON.stringify(moved(41, 400)),
  );
  expect(await found(swapped)).toEqual([
    { kind: "reordered", from: 41, to: 41, belongs: 400, id: ids[1] },
    { kind: "reordered", from: 400, to: 400, belongs: 41, id: ids[0] },
  ]);
});

test("a file that is truncated, shuffled or no export is refused with its line", async () => {
  const cases: [string[], RegExp][] = [
    [lines.slice(0, -1), new RegExp(`cut off: it ends at line ${lines.length - 1},`)],
    [lines.slice(0, 100), /cut off: it ends at line 100,/],
    [[...lines.slice(0, 99), lines[99]?.slice(0, 40) ?? ""], /Line 100 is not .* no JSON object/],
    [lines.toSpliced(1, 300), /Line 2 .*lines were moved or are missing/],
    [[...lines, lines[50] ?? ""], /Line \d+ .*after the export's end/],
    [withLine(300, { log: { sequence: -1 } }), new RegExp(`Line ${at(300) + 1} .*sequence`)],
    [withLine(300, { log: {} }), new RegExp(`Line ${at(300) + 1} .*nothing of the log`)],
    [
      [JSON.stringify({ ...parsed(3), log: undefined })],
      /holds no proof\. Make one .*--with-proof/,
    ],
    ...["9007199254740993", `{"id":9007199254740993}`, `{"log":{"version":9007199254740993}}`].map(
      (line): [string[], RegExp] => [withLine(300, line), new RegExp(`Line ${at(300) + 1} is not`)],
    ),
    ...["sequence", "hashes", "left", "end"].map((name): [string[], RegExp] => [
      withLine(300, `{"log":{"level":0,"from":0,"${name}":[9007199254740993]}}`),
      new RegExp(`Line ${at(300) + 1} is not`),
    ]),
    [["id,occurred_at,kind"], /holds no proof/],
    [[], /cut off/],
  ];
  for (const [changed, words] of cases) await expect(verify(changed)).rejects.toThrow(words);
});

test("an export whose head names another tenant than its log is refused", async () => {
  const [head = ""] = lines;
  const other = await aTenant();
  const renamed = head.replace(`"tenant":"${acme.publicId}"`, `"tenant":"${other.publicId}"`);
  expect(renamed).not.toBe(head);
  await expect(verify([renamed, ...lines.slice(1)])).rejects.toThrow(
    /says that it is of atr_\S+, and its log is/,
  );
});

test("events that only the file claims to be deleted by retention are reported as not proved", async () => {
  const [head = ""] = lines;
  const now = new Date().toISOString();
  const claimed = head.replace('"kept_since":null', `"kept_since":"${now}"`);
  expect(claimed).not.toBe(head);
  const left = withLine(41, { log: { left: { from: 41, to: 41 } } });
  const changed = [claimed, ...left.slice(1)];
  const { findings, notProved } = await verify(changed);
  expect({ findings, notProved }).toEqual({ findings: [], notProved: ["left"] });
  expect(await verify(changed, { keptSince: new Date(Date.now() + 60_000) })).toMatchObject({
    ...{ findings: [], notProved: [] },
  });
  // If nothing was deleted, the moment has no effect.
  const whole = await verify([claimed, ...lines.slice(1)]);
  expect([whole.findings, whole.notProved, whole.keptSince]).toEqual([[], [], null]);
});

test("the content of an erased part is reported as not proved", async () => {
  const event = parsed(300);
  const { salts } = event.log as { salts: Record<string, string> };
  const erased: Line = {
    ...event,
    actor: { type: "user", id: "erased-000000000000" },
    log: { ...event.log, salts: { ...salts, actor: null } },
  };
  const { findings, notProved } = await verify(withLine(300, erased));
  expect([findings.length, notProved]).toEqual([0, ["erased"]]);
});

test("a line that an export would write differently is refused", async () => {
  const line = lines[at(300)] ?? "";
  const cases = [
    line.replace('{"id":', '{"kind":"user.deleted","id":'),
    line.replace('{"id":', '{ "id":'),
    line.replace('"log":{', '"log":{"more":1,'),
    line.replace('"salts":{', '"salts":{"more":null,'),
    line.replace('"log":{"sequence":300,', '"log":{"sequence":3.0e2,'),
    `${line}\r`,
  ];
  for (const [number, changed] of cases.entries()) {
    expect(changed, `${number}`).not.toBe(line);
    await expect(verify(withLine(300, changed)), `${number}`).rejects.toThrow(
      `Line ${at(300) + 1} is not one of an export: it is not written as an export writes it`,
    );
  }
});

test("the key of another log, and a checkpoint of another log, verify nothing", async () => {
  const other = await aTenant();
  await logEvents(other, 3);
  await expect(verify(lines, { keys: await readLogVerifiers(other) })).rejects.toThrow(
    /None of the keys given has signed/,
  );
  const kept = [(await readCheckpointToKeep(other)) ?? ""];
  await expect(verify(lines, { kept })).rejects.toThrow(/None of the keys/);
  const keys = [...input.keys, ...(await readLogVerifiers(other))];
  await expect(verify(lines, { kept, keys })).rejects.toThrow(/that was kept is of/);
  const [head = ""] = lines;
  const forged = head.replace(
    /(\\n— \S+ ....)(.)/,
    (_, before: string, one: string) => `${before}${one === "A" ? "B" : "A"}`,
  );
  expect(forged).not.toBe(head);
  await expect(verify([forged, ...lines.slice(1)])).rejects.toThrow(/key|signature/);
});

test("events deleted by retention are accepted, and younger missing ones are not", async () => {
  const old = await aTenant();
  await logEvents(old, 300);
  const values = [old.tenantId];
  await owner.query(
    "UPDATE tenants SET created_at = now() - interval '3 years' WHERE id = $1",
    values,
  );
  await owner.query(
    "DELETE FROM audit_events WHERE id IN (SELECT event_id FROM audit_log_entries WHERE tenant_id = $1 AND position < 20)",
    values,
  );
  await owner.query(
    "DELETE FROM audit_log_entries WHERE tenant_id = $1 AND (position < 20 OR position = 33)",
    values,
  );
  const keys = await readLogVerifiers(old);
  const verified = await verify(await exported(old), { keys });
  expect(verified.left).toEqual({ count: 20, ranges: [{ from: 0, to: 19 }] });
  const dropped: Finding = { kind: "dropped", from: 33, to: 33, id: null };
  expect(verified.findings).toEqual([dropped]);
  expect(verified.notProved).toEqual(["left"]);
  const keptSince = verified.keptSince ?? new Date(0);
  expect(keptSince.getTime()).toBeGreaterThan(0);
  const confirmed = await verify(await exported(old), { keys, keptSince });
  expect([confirmed.left.count, confirmed.notProved]).toEqual([20, []]);
});
