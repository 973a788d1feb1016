import { beforeAll, expect, test } from "vitest";
import { GET as readFile } from "@/app/api/v1/management/audit-log/[...file]/route";
import { GET as consistency } from "@/app/api/v1/management/audit-log/consistency/route";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { isConsistent } from "@/lib/features/audit-log/log/merkle-proof";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { tilePath } from "@/lib/features/audit-log/log/tile";
import { noRequest } from "@/lib/kernel/caller";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { type Answer, call } from "@/tests/support/call-route";
import { untilLogged } from "@/tests/support/logged-events";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  const input = {
    name: "auditor",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { clientId } = await createCredential(acme, input);
  token = await aMachineToken({ ...acme, clientId }, readingScopes);
  const actor = { type: "tenant" as const, id: acme.tenantId };
  const one = { kind: "user.created" as const, actor, context: noRequest, at: new Date() };
  await appendEvents(
    acme,
    Array.from({ length: 600 }, () => one),
  );
  await untilLogged(acme);
});

async function fileOf(path: string): Promise<{ status: number; bytes: Buffer; type: string }> {
  const request = new Request(`http://localhost:3000/api/v1/management/audit-log/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const params = { file: path.split("/") } as unknown as { file: string };
  const response = await readFile(request, { params: Promise.resolve(params) });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, type: response.headers.get("content-type") ?? "" };
}

const head = async () => parseCheckpoint((await fileOf("checkpoint")).bytes.toString());

/** Splits a bundle into its entries. */
function entriesOf(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

test("the files are those of tlog-tiles: their entries come to the tiles' hashes, and all to the signed root", async () => {
  const checkpoint = await head();
  const size = checkpoint?.size ?? 0;
  expect(size).toBeGreaterThan(600);
  expect((await fileOf("checkpoint")).type).toBe("text/plain; charset=utf-8");
  const edge = new TreeEdge();
  for (let number = 0; number * 256 < size; number += 1) {
    const width = Math.min(256, size - number * 256);
    const { bytes, type } = await fileOf(tilePath({ level: "entries", number, width }));
    expect(type).toBe("application/octet-stream");
    const entries = entriesOf(bytes);
    expect(entries).toHaveLength(width);
    const hashes = await fileOf(tilePath({ level: 0, number, width }));
    expect(Buffer.concat(entries.map(leafHash))).toEqual(hashes.bytes);
    for (const entry of entries) edge.append(leafHash(entry));
  }
  expect(Buffer.from(edge.root())).toEqual(Buffer.from(checkpoint?.root ?? []));
});

test("an unknown file of the log is a 404", async () => {
  const wrong = ["tile", "tile/0/999", "tile/0/1", "tile/9/000", "tile/entries/002.p/255", "x/y/z"];
  for (const path of [...wrong, "tile/0/000.p/256", "../checkpoint", "checkpoint/"])
    expect([path, (await fileOf(path)).status]).toEqual([path, 404]);
});

function prove(query: string): Promise<Answer> {
  return call(consistency, { path: `/api/v1/management/audit-log/consistency${query}`, token });
}

test("the log is proved to continue its earlier state", async () => {
  const older = { size: 300, root: Buffer.alloc(0) as Uint8Array };
  const edge = new TreeEdge();
  for (const number of [0, 1])
    for (const entry of entriesOf(
      (await fileOf(tilePath({ level: "entries", number, width: 256 }))).bytes,
    ))
      if (edge.size < older.size) edge.append(leafHash(entry));
  older.root = edge.root();
  const newer = await head();
  if (!newer) throw new Error("there is no log");
  const { body } = await prove("?from=300");
  const { from, to, proof } = body as { from: number; to: number; proof: string[] };
  expect([from, to]).toEqual([300, newer.size]);
  const hashes = proof.map((hash) => Buffer.from(hash, "base64"));
  expect(isConsistent(older, newer, hashes)).toBe(true);
  expect((await prove("?from=0&to=0")).body).toEqual({ from: 0, to: 0, proof: [] });
  expect((await prove("?from=300&to=300")).body).toEqual({ from: 300, to: 300, proof: [] });
});

test.each(["", "?from=a", "?from=-1", "?from=99999999", "?from=2&to=1", "?from=1&to=99999999"])(
  "an invalid query for a proof of consistency (%s) is refused by the parameter's name",
  async (query) => {
    const answer = await prove(query);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/"parameter":"(from|to)"/);
  },
);
