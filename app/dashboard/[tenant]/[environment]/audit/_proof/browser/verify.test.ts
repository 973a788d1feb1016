import { generateKeyPairSync } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { readProvableEvents } from "@/lib/features/audit-log/log/log-reading-store";
import { noteVerifier } from "@/lib/features/audit-log/log/note-signatures";
import { readLogFile } from "@/lib/features/audit-log/log/read-log-file";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { readLog } from "../read-log";
import { readOpened, readPlaces } from "../read-opened";
import { LogFiles } from "./log-files";
import type { Step } from "./step";
import { verifyEvent } from "./verify-event";
import { verifyLog } from "./verify-log";

let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

async function grow(count: number): Promise<void> {
  const one = () => ({
    kind: "login.succeeded" as const,
    actor: { type: "user" as const, id: newId(), name: "Zoë O’Neill" },
    context: { ...noRequest, ip: "192.0.2.7" },
    targets: [{ type: "user", id: newId() }],
    metadata: { tries: 1.5, ключ: ["€", null], id: parseJson("9007199254740993") },
    at: new Date(),
  });
  await appendEvents(acme, Array.from({ length: count }, one));
  while ((await sequenceEvents()).taken > 0);
}

/** Reads a file as the routes of the dashboard serve it. */
const readFile = (file: string) =>
  inBatch(acme, async (db) => {
    const [, event] = /^([0-9a-f-]{36})\/proof$/.exec(file) ?? [];
    const [, number] = /^log\/events\/(\d+)$/.exec(file) ?? [];
    if (event) return Response.json(await readOpened(db, event));
    if (number) return Response.json(await readPlaces(db, Number(number), acme.publicId));
    const bytes = await readLogFile(db, file.replace(/^log\//, ""));
    return bytes ? new Response(Buffer.from(bytes)) : new Response(null, { status: 404 });
  });
const files = () => new LogFiles(readFile);

const caller = () => ({
  ...acme,
  actor: { type: "service" as const, id: "x" },
  context: noRequest,
});

async function logNow() {
  const log = await readLog(caller());
  if (!log) throw new Error("There is no log");
  return log;
}

async function eventAt(position: number) {
  const [event] = await inBatch(acme, (db) => readProvableEvents(db, position, 1));
  if (!event) throw new Error("There is no event");
  return event;
}

/** Verifies an event as its page does. */
async function stepsOf(position: number, saved = "", keys?: string): Promise<Step[]> {
  const event = await eventAt(position);
  const shown = JSON.stringify(auditRecord(event, acme.publicId), null, 2);
  const brought = { keys: keys ?? (await logNow()).keys, kept: saved };
  return all(verifyEvent(files(), { id: event.id, shown }, brought));
}

/** Verifies the log as the page of the proof does. */
async function stepsOfLog(saved = ""): Promise<Step[]> {
  const reports = await all(verifyLog(files(), { keys: (await logNow()).keys, kept: saved }));
  return reports.filter((one) => "says" in one);
}

async function all<T>(reports: AsyncGenerator<T, void>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of reports) list.push(one);
  return list;
}

const wrongOnes = (steps: Step[]) =>
  steps
    .filter(({ outcome }) => outcome !== "right")
    .map(({ says, parts, values }) => ({ says, ...(parts && { parts }), ...values }));

describe("in a browser", () => {
  beforeEach(async () => {
    acme = await aTenant();
    await grow(600);
  });

  test("every event of an untouched log is verified, up to the signed root", async () => {
    const { size } = await logNow();
    for (const position of [0, 1, 255, 256, 511, 512, 513, size - 1]) {
      const steps = await stepsOf(position);
      expect(wrongOnes(steps)).toEqual([]);
      expect(steps.map(({ says }) => says)).toEqual([
        ...["checkpointRead", "signed"],
        ...Array(5).fill("partSame"),
        ...["leafThere", "rootReached"],
      ]);
    }
  });

  test("a log verifies as a whole, and events added meanwhile do not matter", async () => {
    const reading = files();
    const brought = { keys: (await logNow()).keys, kept: "" };
    const { size } = await logNow();
    const steps: Step[] = [];
    let done = 0;
    for await (const report of verifyLog(reading, brought)) {
      if ("says" in report) steps.push(report);
      else {
        done = report.done;
        await grow(300);
      }
    }
    expect(done).toBe(size);
    expect(wrongOnes(steps)).toEqual([]);
    expect(steps.at(-1)).toMatchObject({ says: "eventsSame", values: { count: size } });
  });

  test("a checkpoint of an earlier day is found at the beginning of the log", async () => {
    for (const more of [1, 111, 300]) {
      const { checkpoint, size } = await logNow();
      await grow(more);
      const steps = await stepsOf(3, checkpoint.replaceAll("\n", "\r\n"));
      expect(wrongOnes(steps)).toEqual([]);
      expect(steps).toContainEqual({
        outcome: "right",
        says: "keptContinued",
        values: { kept: size, size: size + more },
      });
    }
  });

  test("a checkpoint that was not of this log's past is reported, with the reason", async () => {
    const { checkpoint, size, origin } = await logNow();
    const [, , root = ""] = checkpoint.split("\n");
    const other = root.replace(/^./, (letter) => (letter === "A" ? "B" : "A"));
    const says = async (saved: string) => wrongOnes(await stepsOf(3, saved)).map((one) => one.says);
    expect(await says("once upon a time")).toEqual(["keptUnreadable"]);
    expect(await says(checkpoint.replace(origin, `${origin}x`))).toEqual(["keptOfAnother"]);
    expect(await says(checkpoint.replace(root, other))).toEqual([
      "keptSignedByNobody",
      "keptForked",
    ]);
    expect(await says(`${origin}\n${size}\n${other}\n`)).toEqual(["keptUnsigned", "keptForked"]);
    expect(await says(`${origin}\n${size + 1}\n${root}\n`)).toEqual(["keptUnsigned", "keptLonger"]);
  });

  test("another key is not accepted as the log's, nor a text as a key", async () => {
    const { keys } = await logNow();
    const elsewhere = noteVerifier(
      keys.split("+")[0] ?? "",
      generateKeyPairSync("ed25519").publicKey,
    );
    expect(wrongOnes(await stepsOf(3, "", elsewhere.text))).toEqual([{ says: "signedByNobody" }]);
    expect(wrongOnes(await stepsOf(3, "", `${elsewhere.text}\n${keys}`))).toEqual([]);
    for (const text of ["a key", keys.slice(0, -6), keys.replace(/^./, "x"), ""])
      expect(wrongOnes(await stepsOf(3, "", text))).toEqual([{ says: "keyUnreadable" }]);
  });

  test("an erased event is right, because a part without its salt has pseudonyms", async () => {
    const event = await eventAt(500);
    await asOwner(
      `UPDATE audit_events SET actor = jsonb_set(actor, '{name}', '"erased-0123456789ab"') WHERE id = $1`,
      [event.id],
      ["ALTER TABLE audit_events % TRIGGER audit_events_immutable"],
    );
    expect(wrongOnes(await stepsOf(500))).toEqual([]);
    expect(await stepsOf(500)).toContainEqual({
      outcome: "right",
      says: "partErased",
      values: {},
      parts: ["actor"],
    });
    const whole = await stepsOfLog();
    expect(wrongOnes(whole)).toEqual([]);
    expect(whole.at(-1)).toMatchObject({ says: "eventsErased", values: { count: 1 } });
  });

  test.each([
    ["kind", "kind || 'x'", "record"],
    ["occurred_at", "occurred_at + interval '1 millisecond'", "record"],
    ["received_at", "received_at + interval '1 millisecond'", "record"],
    ["source", "'product'", "record"],
    ["event_id", "gen_random_uuid()", "record"],
    ["actor", `jsonb_set(actor, '{name}', '"Zoe O’Neill"')`, "actor"],
    ["targets", "'[]'", "targets"],
    ["context", `jsonb_set(context, '{ip}', '"192.0.2.8"')`, "context"],
    ["metadata", `jsonb_set(metadata, '{tries}', '1.6')`, "metadata"],
    ["metadata", `jsonb_set(metadata, '{id}', '9007199254740992')`, "metadata"],
    ["metadata", `jsonb_set(metadata, '{id}', '"9007199254740993"')`, "metadata"],
  ] as const)("a change of an event's %s is named", async (column, value, part) => {
    const event = await eventAt(500);
    await asOwner(`UPDATE audit_events SET ${column} = ${value} WHERE id = $1`, [event.id]);
    expect(wrongOnes(await stepsOf(500))).toEqual([{ says: "partChanged", parts: [part] }]);
    expect(wrongOnes(await stepsOfLog())).toEqual([
      { says: "eventChanged", parts: [part], number: 501 },
    ]);
  });

  test("a removed event, a rewritten entry and a changed hash are named", async () => {
    const [gone, rewritten] = [await eventAt(400), await eventAt(450)];
    await asOwner("DELETE FROM audit_events WHERE id = $1", [gone.id]);
    await asOwner("UPDATE audit_log_entries SET entry = entry || ' ' WHERE event_id = $1", [
      rewritten.id,
    ]);
    await asOwner(
      "UPDATE audit_log_hashes SET hash = sha256(hash) WHERE tenant_id = $1 AND level = 0 AND position = 550",
      [acme.tenantId],
    );
    expect(wrongOnes(await stepsOfLog())).toEqual([
      { says: "eventDropped", number: 401 },
      { says: "eventNotHashed", number: 451 },
      { says: "eventNotHashed", number: 551 },
      { says: "allHashesMiss" },
    ]);
    expect(wrongOnes(await stepsOf(550)).map(({ says }) => says)).toEqual(["leafElsewhere"]);
    expect(wrongOnes(await stepsOf(3)).map(({ says }) => says)).toEqual(["rootMissed"]);
  });

  test("a missing tile, and an upper one that does not follow, are named", async () => {
    await asOwner(
      "UPDATE audit_log_hashes SET hash = sha256(hash) WHERE tenant_id = $1 AND level = 1 AND position = 1",
      [acme.tenantId],
    );
    expect(wrongOnes(await stepsOfLog())).toEqual([{ says: "tileNotMade", tile: "1/0" }]);
    await asOwner("DELETE FROM audit_log_tiles WHERE tenant_id = $1 AND number = 1", [
      acme.tenantId,
    ]);
    await expect(stepsOfLog()).rejects.toMatchObject({
      file: "log/tile/0/001",
      because: "missing",
    });
  });

  test("an event that retention deleted leaves its hash, and differs from one that is missing between others", async () => {
    const { size } = await logNow();
    for (const [from, until] of [
      [0, 300],
      [400, 402],
    ])
      await asOwner(
        `WITH gone AS (DELETE FROM audit_log_entries WHERE tenant_id = $1 AND position >= $2 AND position < $3 RETURNING event_id)
         DELETE FROM audit_events WHERE id IN (SELECT event_id FROM gone)`,
        [acme.tenantId, from, until],
      );
    expect(await stepsOfLog()).toEqual(
      expect.arrayContaining([
        { outcome: "right", says: "allHashesLead", values: { size } },
        { outcome: "right", says: "eventsSame", values: { count: size - 302 } },
        { outcome: "right", says: "eventsLeft", values: { count: 300 } },
        { outcome: "unable", says: "eventsBetween", values: { count: 2 } },
      ]),
    );
  });
});

test("a browser that would round the shown numbers says that it can't compare them", async () => {
  vi.stubGlobal("JSON", { parse: JSON.parse, stringify: JSON.stringify });
  vi.resetModules();
  try {
    const { readExactly } = await import("./log-files");
    expect(readExactly("x", '{"tries":1.5}')).toEqual({ tries: 1.5 });
    expect(() => readExactly("x", '{"id": 9007199254740993}')).toThrow(
      expect.objectContaining({ file: "x", because: "rounded" }),
    );
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});

test("a browser without Node's hash verifies a log of a thousand events within seconds", async () => {
  acme = await aTenant();
  await grow(1_000);
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  vi.resetModules();
  try {
    const [{ verifyLog: verifyHere }, { LogFiles: Files }] = [
      await import("./verify-log"),
      await import("./log-files"),
    ];
    const brought = { keys: (await logNow()).keys, kept: "" };
    const reports = await all(verifyHere(new Files(readFile), brought));
    const steps = reports.filter((one) => "says" in one);
    expect(wrongOnes(steps)).toEqual([]);
    expect(steps.map(({ says }) => says)).toEqual([
      ...["checkpointRead", "signed", "allHashesLead", "eventsSame"],
    ]);
  } finally {
    vi.restoreAllMocks();
    vi.resetModules();
  }
});

/** Statements that switch the triggers that guard rows off and on. */
const guards = ["audit_events", "audit_log_entries", "audit_log_tiles"].map(
  (table) => `ALTER TABLE ${table} % TRIGGER USER`,
);

/** Runs a statement as the owner of the database, who can disable the triggers that guard rows. */
async function asOwner(statement: string, values: unknown[], off = guards): Promise<void> {
  const switched = (how: string) => owner.query(off.map((one) => one.replace("%", how)).join("; "));
  await owner.query("BEGIN");
  await switched("DISABLE");
  const { rowCount } = await owner.query(statement, values);
  await switched("ENABLE");
  await owner.query("COMMIT");
  expect(rowCount).toBeGreaterThan(0);
}
