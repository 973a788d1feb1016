import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  readCheckpointToKeep,
  readLogVerifiers,
} from "@/lib/features/audit-log/verify/stored-checkpoint";
import {
  servedProver,
  verifyContinuation,
} from "@/lib/features/audit-log/verify/verify-continuation";
import {
  type ServedVerificationInput,
  verifyServedLog,
} from "@/lib/features/audit-log/verify/verify-served-log";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { type AuditLogServer, serveAuditLog } from "@/tests/support/audit-log-server";
import { databaseOwner, logEvents } from "@/tests/support/tampered-log";
import { HttpLog } from "./http-log";

const TOKEN = "a-machine-token";
let owner: pg.Client;
let acme: TestEnvironment;
let server: AuditLogServer;
let input: ServedVerificationInput;
let older: string;

beforeAll(async () => {
  owner = await databaseOwner();
  acme = await aTenant();
  await logEvents(acme, 300);
  older = (await readCheckpointToKeep(acme)) ?? "";
  await logEvents(acme, 400);
  server = await serveAuditLog(acme, TOKEN);
  input = { keys: await readLogVerifiers(acme), witnesses: [], kept: [], keptSince: null };
});
afterEach(() => {
  server.fault = () => false;
  server.rewriteEvent = (line) => line;
  server.requestedPaths.length = 0;
});
afterAll(() => Promise.all([owner.end(), server.stop()]));

function log(asking = { deadlineMs: 500, pausesMs: [10, 20], mostWaits: 2 }, token = TOKEN) {
  return new HttpLog(new URL(server.url), async () => token, asking);
}
const verify = (more: Partial<ServedVerificationInput> = {}) =>
  verifyServedLog(log(), { ...input, ...more });

test("a service's log is verified over HTTP, by a key and a stored checkpoint", async () => {
  const verified = await verify({ kept: [older] });
  expect(verified.findings).toEqual([]);
  expect(verified.events).toBe(verified.size);
  expect(verified.continues).toHaveLength(1);
  expect(server.requestedPaths).toContainEqual(
    expect.stringMatching(/^audit-log\/tile\/entries\/002\.p\//),
  );
});

test("an event that is served otherwise than it was committed to is named", async () => {
  server.rewriteEvent = (line) => {
    // All but the actor keeps its bytes: JSON.parse would round numbers.
    const { sequence, actor } = JSON.parse(line);
    return sequence === 300 ? line.replaceAll(actor.id, "somebody else") : line;
  };
  expect((await verify()).findings).toEqual([
    { kind: "changed", position: 300, id: expect.any(String), parts: ["actor"] },
  ]);
});

test("events that are not served are counted, and their entries are checked against the tree", async () => {
  server.rewriteEvent = (line) => (JSON.parse(line).sequence % 2 === 0 ? null : line);
  const { findings, unopened, events, size } = await verify();
  expect(findings).toEqual([]);
  expect(unopened).toBe(Math.ceil(size / 2));
  expect(events + unopened).toBe(size);
});

test("a bundle whose first events have left is no finding, and one among others is", async () => {
  const missing = (bundle: string) => {
    server.fault = (path, response) => {
      if (!path.includes(`tile/entries/${bundle}`)) return false;
      response.writeHead(404).end();
      return true;
    };
  };
  missing("000");
  // Without its event, an entry is served all the same.
  expect(await verify()).toMatchObject({ findings: [], left: { count: 0 } });
  server.rewriteEvent = (line) => (JSON.parse(line).sequence < 256 ? null : line);
  expect(await verify()).toMatchObject({
    findings: [],
    left: { count: 256, ranges: [{ from: 0, to: 255 }] },
  });
  server.rewriteEvent = (line) => (JSON.parse(line).sequence < 500 ? line : null);
  missing("001");
  expect((await verify()).findings).toEqual([{ kind: "dropped", from: 500, to: 511, id: null }]);
});

test("a service that fails, breaks off or answers 429 is queried again, a limited number of times", async () => {
  let failures = 0;
  server.fault = (path, response) => {
    if (!path.endsWith("checkpoint") && !path.includes("tile/0/001")) return false;
    failures += 1;
    if (failures % 3 === 0) return false;
    if (failures % 2 === 0) response.writeHead(429, { "retry-after": "0" }).end();
    else response.writeHead(503).end();
    return true;
  };
  expect((await verify()).findings).toEqual([]);
  expect(failures).toBeGreaterThan(3);

  let streams = 0;
  server.fault = (path, response) => {
    if (path !== "audit-events" || ++streams > 1) return false;
    response.writeHead(200).write('{"half":');
    setTimeout(() => response.destroy(), 20);
    return true;
  };
  expect(await verify()).toMatchObject({ findings: [], unopened: 0 });

  const never = (answer: (response: Parameters<typeof server.fault>[1]) => void) => {
    server.requestedPaths.length = 0;
    server.fault = (_, response) => {
      answer(response);
      return true;
    };
  };
  never((response) => response.writeHead(500).end());
  await expect(verify()).rejects.toThrow(/does not answer .*checkpoint.*500/);
  expect(server.requestedPaths).toHaveLength(3);
  never(() => {});
  await expect(verify()).rejects.toThrow(/no answer in time/);
  expect(server.requestedPaths).toHaveLength(3);
  never((response) => response.writeHead(429, { "retry-after": "0" }).end());
  await expect(verify()).rejects.toThrow(/asked too much/);
  expect(server.requestedPaths.length).toBeLessThan(8);
  never((response) => response.writeHead(302, { location: "https://elsewhere.example" }).end());
  await expect(verify()).rejects.toThrow(/answers 302/);
  expect(server.requestedPaths).toHaveLength(1);
}, 30_000);

test("a rejected token is reported at once, and sent nowhere else", async () => {
  await expect(verifyServedLog(log(undefined, "another"), input)).rejects.toThrow(
    /refuses the token \(401\)/,
  );
  expect(server.requestedPaths).toHaveLength(1);
});

test("two checkpoints are compared by the service's consistency proof", async () => {
  const newer = (await readCheckpointToKeep(acme)) ?? "";
  const prove = servedProver(log(), input.keys);
  const compared = await verifyContinuation([older, newer], input.keys, prove);
  expect(compared.findings).toEqual([]);
  expect(await verifyContinuation([newer, older], input.keys, prove)).toMatchObject({
    findings: [{ kind: "fork", how: "shorter" }],
  });
  const lying = async () => [new Uint8Array(32)];
  expect(await verifyContinuation([older, newer], input.keys, lying)).toMatchObject({
    findings: [{ kind: "fork", how: "other past" }],
  });
});
