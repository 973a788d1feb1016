import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { GET as prove } from "@/app/api/v1/management/audit-events/[id]/proof/route";
import { GET as readOne } from "@/app/api/v1/management/audit-events/[id]/route";
import { GET as list } from "@/app/api/v1/management/audit-events/route";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { keepSequencing } from "@/lib/features/audit-log/log/keep-sequencing";
import { commitment } from "@/lib/features/audit-log/log/log-entry";
import { leafHash } from "@/lib/features/audit-log/log/merkle-tree";
import { noRequest } from "@/lib/kernel/caller";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aFreshAuditEvent } from "@/tests/builders/an-audit-event";
import { type Answer, call } from "@/tests/support/call-route";
import { rootOfInclusion } from "@/tests/support/root-of-inclusion";
import { suspensions } from "@/tests/support/suspensions";

interface WireEvent {
  sequence: number;
  id: string;
  kind: string;
  environment: string;
  targets: { id: string }[];
}

let acme: Awaited<ReturnType<typeof aTenant>>;
let token: string;

beforeEach(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
  token = await aReader(acme);
});

async function aReader(environment: TestEnvironment): Promise<string> {
  const input = {
    name: "siem",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { clientId } = await createCredential(environment, input);
  return aMachineToken({ ...environment, clientId }, readingScopes);
}

function ask(query = "", headers: Record<string, string> = {}): Promise<Answer> {
  return call(list, { path: `/api/v1/management/audit-events${query}`, token, headers });
}

const events = ({ body }: Answer) => (body as { audit_events: WireEvent[] }).audit_events;
const subjects = (answer: Answer) => events(answer).map(({ targets }) => targets[0]?.id);
const link = ({ headers }: Answer) => /^<(.*)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];

test("events come in the log's order, and a reader goes on after the last one", async () => {
  const users = await suspensions(acme, 30);
  const first = await ask("?kind=user.suspended");
  expect(subjects(first)).toEqual(users);
  const sequences = events(first).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  const rest = await ask(`?kind=user.suspended&after=${sequences[9]}`);
  expect(subjects(rest)).toEqual(users.slice(10));
  const more = await suspensions(acme, 3);
  const next = await call(list, { path: link(first) ?? "", token });
  expect(link(first)).toMatch(
    /^\/api\/v1\/management\/audit-events\?kind=user\.suspended&after=\d+$/,
  );
  expect(subjects(next)).toEqual(more);
  expect(events(await call(list, { path: link(next) ?? "", token }))).toEqual([]);
});

test("as NDJSON an event is a line", async () => {
  const users = await suspensions(acme, 3);
  const answer = await ask("?kind=user.suspended", { accept: "application/x-ndjson" });
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(answer.headers.get("vary")).toBe("accept");
  const lines = answer.text.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => (JSON.parse(line) as WireEvent).targets[0]?.id)).toEqual(users);
  const refused = await ask("", { accept: "application/x-ndjson;q=0, application/json" });
  expect(refused.headers.get("content-type")).toBe("application/json");
});

test("every filter narrows, and all of them together", async () => {
  const [first, second] = await suspensions(acme, 2);
  const [one] = events(await ask(`?target=${first}`));
  expect(subjects(await ask(`?target=${second}&kind=user.*&actor=${acme.tenantId}`))).toEqual([
    second,
  ]);
  expect(events(await ask(`?target=${second}&kind=role.created`))).toEqual([]);
  expect(events(await ask(`?actor=${newId()}`))).toEqual([]);
  const at = (one as unknown as { occurred_at: string }).occurred_at;
  expect(subjects(await ask(`?kind=user.suspended&since=${at}`))).toContain(first);
  expect(subjects(await ask(`?kind=user.suspended&until=${at}`))).not.toContain(first);
  expect(subjects(await ask("?kind=user.suspended&since=2999-01-01T00:00:00Z"))).toEqual([]);
});

test("a reader sees its own environment alone", async () => {
  const [staging] = acme.others;
  if (!staging) throw new Error("unreachable");
  const [elsewhere] = await suspensions(staging, 1);
  const [here] = await suspensions(acme, 1);
  expect(subjects(await ask("?kind=user.suspended"))).toEqual([here]);
  const theirs = await call(list, {
    path: "/api/v1/management/audit-events?kind=user.suspended",
    token: await aReader(staging),
  });
  expect(subjects(theirs)).toEqual([elsewhere]);
  const [event] = events(theirs);
  for (const handler of [readOne, prove]) {
    const params = { id: event?.id ?? "" };
    const path = `/api/v1/management/audit-events/${params.id}`;
    expect((await call(handler, { path, params, token })).status).toBe(404);
  }
});

test("a caller who lacks one of the reading scopes is refused", async () => {
  for (const lacking of readingScopes) {
    const some = await aMachineToken(
      acme,
      readingScopes.filter((scope) => scope !== lacking),
    );
    const answer = await call(list, { path: "/api/v1/management/audit-events", token: some });
    expect([lacking, answer.status]).toEqual([lacking, 403]);
    if (lacking !== "users:read") expect(answer.text).toContain(lacking);
  }
});

test("an invalid query is a 400 that names the parameter", async () => {
  for (const query of [
    "after=-1",
    "after=1e3",
    "wait=61",
    "wait=-1",
    "since=yesterday",
    "since=0000-01-01T00:00:00Z",
    "until=0000-01-01T00:00:00Z",
    "kind=",
  ]) {
    const answer = await ask(`?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.text).toContain(query.split("=")[0]);
  }
});

test("a reader whose position is beyond the log's end is answered that it is another log", async () => {
  await suspensions(acme, 1);
  const answer = await ask("?after=1000000");
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("restored from a backup");
});

test("a reader waits for new events, gets them within moments, and is answered when its time is over", async () => {
  await suspensions(acme, 1);
  const { sequence } = events(await ask()).at(-1) ?? { sequence: 0 };
  const began = performance.now();
  expect(events(await ask(`?after=${sequence}&wait=1`))).toEqual([]);
  expect(performance.now() - began).toBeGreaterThan(950);
  const waiting = ask(`?after=${sequence}&wait=30`);
  // An event before the request waits would be answered at once.
  await sleep(300);
  const sequencing = keepSequencing();
  try {
    const actor = { type: "tenant" as const, id: acme.tenantId };
    await appendEvents(acme, [{ kind: "user.created", actor, context: noRequest, at: new Date() }]);
    expect(events(await waiting).map(({ kind }) => kind)).toEqual(["user.created"]);
  } finally {
    await sequencing.stop();
  }
});

test("a proof leads from the event in the list to the signed root", async () => {
  const [user] = await suspensions(acme, 5);
  const [event] = events(await ask(`?target=${user}`));
  const params = { id: event?.id ?? "" };
  const path = `/api/v1/management/audit-events/${params.id}`;
  const one = await call(readOne, { path, params, token });
  expect(one.body).toEqual(event);
  const [withSalts] = events(await ask(`?target=${user}&opened=true`));
  const withOpening = await call(readOne, { path: `${path}?opened=true`, params, token });
  expect(withOpening.body).toEqual(withSalts);
  const { body } = await call(prove, { path: `${path}/proof`, params, token });
  const provenEvent = body as {
    event: Record<string, unknown>;
    entry: string;
    salts: Record<string, string>;
    tree_size: number;
    proof: string[];
    checkpoint: string;
  };
  const entry = Buffer.from(provenEvent.entry, "base64");
  const { id, commitments } = JSON.parse(entry.toString());
  const { sequence, actor, targets, context, metadata, ...record } = provenEvent.event;
  expect(id).toBe(record.id);
  for (const [part, value] of Object.entries({ actor, targets, context, metadata, record }))
    expect(commitments[part]).toBe(
      commitment(Buffer.from(provenEvent.salts[part] ?? "", "base64"), value),
    );
  const root = rootOfInclusion(
    leafHash(entry),
    Number(sequence),
    provenEvent.tree_size,
    provenEvent.proof.map((hash) => Buffer.from(hash, "base64")),
  );
  const checkpoint = parseCheckpoint(provenEvent.checkpoint);
  expect(checkpoint?.size).toBe(provenEvent.tree_size);
  expect(Buffer.from(root ?? [])).toEqual(Buffer.from(checkpoint?.root ?? []));
});

test("a list has the openings of its events only on request", async () => {
  await suspensions(acme, 3);
  const plain = events(await ask());
  expect(plain.every((event) => !("entry" in event) && !("salts" in event))).toBe(true);
  const opened = events(await ask("?opened=true")) as unknown as OpenedEvent[];
  expect(opened.map(({ entry: _, salts: __, ...event }) => event)).toEqual(plain);
  for (const { entry, salts, ...event } of opened) {
    const { commitments, id } = JSON.parse(Buffer.from(entry, "base64").toString());
    expect(id).toBe(event.id);
    const actor = commitment(Buffer.from(salts.actor, "base64"), event.actor);
    expect(actor).toBe(commitments.actor);
  }
});

interface OpenedEvent extends WireEvent {
  actor: object;
  entry: string;
  salts: { actor: string };
}

test("an event that no log has yet is read without an index, and proved later", async () => {
  const { id } = await aFreshAuditEvent(acme);
  const params = { id };
  const path = `/api/v1/management/audit-events/${id}`;
  expect((await call(readOne, { path, params, token })).body).toMatchObject({ sequence: null });
  expect((await call(prove, { path, params, token })).status).toBe(409);
});
