import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as configuration } from "@/app/.well-known/ssf-configuration/route";
import { POST as pollRoute } from "@/app/api/v1/ssf/poll/[stream_id]/route";
import { POST as changeStatus, GET as readStatus } from "@/app/api/v1/ssf/status/route";
import * as streams from "@/app/api/v1/ssf/streams/route";
import { POST as addSubject } from "@/app/api/v1/ssf/subjects/add/route";
import { POST as removeSubject } from "@/app/api/v1/ssf/subjects/remove/route";
import { POST as verify } from "@/app/api/v1/ssf/verification/route";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { changeUser } from "@/lib/core/users/change-user";
import { config } from "@/lib/kernel/config/config";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aReceiver, type Receiver } from "@/tests/support/a-receiver";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";

const caep = "https://schemas.openid.net/secevent/caep/event-type";
let acme: TestEnvironment;
let receiver: Receiver;
beforeAll(async () => {
  acme = await aTenant();
});
beforeEach(async () => {
  receiver = await aReceiver(acme);
});

const path = "/api/v1/ssf/streams";
const at = (streamId: string) => `${path}?stream_id=${streamId}`;
const changes = { POST: streams.POST, PUT: streams.PUT, PATCH: streams.PATCH };
const sent = (method: "POST" | "PUT" | "PATCH", body: unknown, token = receiver.token) =>
  call(changes[method], { method, path, token, body });

test("the configuration names the supported parts, and polling is the only delivery", async () => {
  const { body, headers } = await call(configuration, { path: "/.well-known/ssf-configuration" });
  const { baseUrl } = config();
  expect(body).toMatchObject({
    spec_version: "1_0",
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/oauth/jwks`,
    delivery_methods_supported: ["urn:ietf:rfc:8936"],
    configuration_endpoint: `${baseUrl}${path}`,
    default_subjects: "ALL",
    authorization_schemes: [{ spec_urn: "urn:ietf:rfc:6749" }],
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

describe("authorization", () => {
  test("a token that lacks any one of the reading scopes is refused", async () => {
    for (const lacking of readingScopes) {
      const scopes = readingScopes.filter((scope) => scope !== lacking);
      const token = await aMachineToken({ ...acme, clientId: receiver.clientId }, scopes);
      const answer = await call(streams.GET, { path, token });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining(lacking) });
    }
  });

  test("another credential's stream is as unknown as one that never existed, on every route", async () => {
    const other = await aReceiver(acme);
    const foreign = await aReceiver(await aTenant());
    const { token } = receiver;
    const attempts = (stream_id: string): Promise<Answer>[] => [
      call(streams.GET, { path: at(stream_id), token }),
      call(streams.DELETE, { method: "DELETE", path: at(stream_id), token }),
      sent("PATCH", { stream_id, description: "mine now" }),
      sent("PUT", { stream_id, description: "mine now" }),
      call(readStatus, { path: `/api/v1/ssf/status?stream_id=${stream_id}`, token }),
      call(changeStatus, {
        method: "POST",
        path: "/api/v1/ssf/status",
        token,
        body: { stream_id, status: "disabled" },
      }),
      ...[addSubject, removeSubject].map((route) =>
        call(route, {
          method: "POST",
          path: "/api/v1/ssf/subjects",
          token,
          body: { stream_id, subject: { format: "email", email: "a@example.com" } },
        }),
      ),
      call(verify, {
        method: "POST",
        path: "/api/v1/ssf/verification",
        token,
        body: { stream_id },
      }),
      call(pollRoute, {
        method: "POST",
        path: `/api/v1/ssf/poll/${stream_id}`,
        params: { stream_id },
        token,
        body: { returnImmediately: true },
      }),
    ];
    const never = await Promise.all(attempts(newId()));
    expect(never.map(({ status }) => status)).toEqual(Array(10).fill(404));
    for (const id of [other.streamId, foreign.streamId, "no-id"])
      expect((await Promise.all(attempts(id))).map(({ text }) => text)).toEqual(
        never.map(({ text }) => text),
      );
    expect((await call(streams.GET, { path: at(other.streamId), token: other.token })).status).toBe(
      200,
    );
  });
});

describe("a stream's configuration", () => {
  test("combines the values of the receiver and of the transmitter", async () => {
    const events = [`${caep}/session-revoked`, `${caep}/device-compliance-change`];
    const { status, body } = await sent("POST", {
      events_requested: events,
      description: "Gateway",
      delivery: { method: "urn:ietf:rfc:8936" },
    });
    expect(status).toBe(201);
    const { stream_id } = body as { stream_id: string };
    expect(body).toMatchObject({
      iss: config().baseUrl,
      aud: receiver.clientId,
      delivery: {
        method: "urn:ietf:rfc:8936",
        endpoint_url: `${config().baseUrl}/api/v1/ssf/poll/${stream_id}`,
      },
      events_requested: events,
      events_delivered: [`${caep}/session-revoked`],
      min_verification_interval: 10,
      inactivity_timeout: 2_592_000,
    });
    expect((await call(streams.GET, { path: at(stream_id), token: receiver.token })).body).toEqual(
      body,
    );
    expect((await call(streams.GET, { path, token: receiver.token })).body).toContainEqual(body);
    expect(await eventsOf(acme, stream_id)).toEqual(["ssf.stream_created"]);
  });

  test("changes field by field, or as a whole", async () => {
    const stream_id = receiver.streamId;
    const patched = await sent("PATCH", {
      stream_id,
      description: "First",
      events_requested: [`${caep}/session-revoked`],
    });
    expect(patched.body).toMatchObject({
      description: "First",
      events_delivered: [`${caep}/session-revoked`],
    });
    const other = await sent("PATCH", { stream_id, description: "Second" });
    expect(other.body).toMatchObject({
      description: "Second",
      events_delivered: [`${caep}/session-revoked`],
    });
    const { body } = await sent("PUT", other.body);
    expect(body).toEqual(other.body);
    const replaced = await sent("PUT", { stream_id });
    expect(replaced.body).not.toHaveProperty("description");
    expect(replaced.body).not.toHaveProperty("events_requested");
    expect((replaced.body as { events_delivered: string[] }).events_delivered).toHaveLength(7);
    expect(await eventsOf(acme, stream_id)).toEqual([
      "ssf.stream_created",
      ...Array(4).fill("ssf.stream_updated"),
    ]);
  });

  test("values that only the transmitter supplies must be unchanged", async () => {
    const stream_id = receiver.streamId;
    for (const wrong of [
      { iss: "https://elsewhere.example" },
      { aud: "somebody" },
      { events_supported: [] },
      { events_delivered: [] },
      { min_verification_interval: 1 },
      { inactivity_timeout: 1 },
      { delivery: { method: "urn:ietf:rfc:8936", endpoint_url: "https://elsewhere.example" } },
    ])
      for (const method of ["PATCH", "PUT"] as const) {
        const answer = await sent(method, { stream_id, ...wrong });
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({
          detail: expect.stringContaining(Object.keys(wrong)[0] ?? ""),
        });
      }
  });

  test("push delivery is refused, and so are values of the wrong type", async () => {
    for (const wrong of [
      { delivery: { method: "urn:ietf:rfc:8935", endpoint_url: "https://receiver.example" } },
      { delivery: {} },
      { events_requested: "all" },
      { events_requested: [1] },
      { description: 7 },
      { surprise: true },
    ])
      expect((await sent("POST", wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await sent("POST", { delivery: { method: "urn:ietf:rfc:8935" } })).body).toMatchObject({
      detail: expect.stringContaining("receivers poll"),
    });
  });

  test("a credential has at most twenty streams, however many are made at once", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => sent("POST", {})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });

  test("a deleted stream is gone with its waiting events", async () => {
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    await receiver.poll();
    const gone = await call(streams.DELETE, {
      method: "DELETE",
      path: at(receiver.streamId),
      token: receiver.token,
    });
    expect(gone.status).toBe(204);
    expect((await receiver.poll()).status).toBe(404);
    expect((await call(streams.GET, { path, token: receiver.token })).body).toEqual([]);
    expect(await eventsOf(acme, receiver.streamId)).toEqual([
      "ssf.stream_created",
      "ssf.stream_deleted",
    ]);
  });

  test("DELETE without a stream names the parameter that is missing", async () => {
    const answer = await call(streams.DELETE, { method: "DELETE", path, token: receiver.token });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { detail: expect.stringContaining("stream_id") },
    ]);
  });
});

test("a status is the one that the receiver set, and a query that names another stream is refused", async () => {
  const { token, streamId: stream_id } = receiver;
  const status = (body: object, query = "") =>
    call(changeStatus, { method: "POST", path: `/api/v1/ssf/status${query}`, token, body });
  const paused = await status(
    { stream_id, status: "paused", reason: "Maintenance" },
    `?stream_id=${stream_id}`,
  );
  expect(paused.body).toEqual({ stream_id, status: "paused", reason: "Maintenance" });
  const read = await call(readStatus, { path: `/api/v1/ssf/status?stream_id=${stream_id}`, token });
  expect(read.body).toEqual(paused.body);
  expect((await status({ stream_id, status: "enabled" })).body).toEqual({
    stream_id,
    status: "enabled",
  });
  expect((await status({ stream_id, status: "enabled" }, `?stream_id=${newId()}`)).status).toBe(
    400,
  );
  expect((await status({ stream_id, status: "off" })).status).toBe(400);
});

describe("subjects", () => {
  const change = (route: typeof addSubject, subject: object) =>
    call(route, {
      method: "POST",
      path: "/api/v1/ssf/subjects",
      token: receiver.token,
      body: { stream_id: receiver.streamId, subject },
    });

  test("a removed subject has no events until it is added again", async () => {
    const [silent, notified] = await Promise.all([aUser(acme), aUser(acme)]);
    const subject = { format: "iss_sub", iss: config().baseUrl, sub: silent.id };
    const removed = await change(removeSubject, subject);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    await Promise.all([silent, notified].map(({ id }) => suspendUser(acme, id, null)));
    expect((await receiver.poll()).events.map(({ sub_id }) => sub_id.sub)).toEqual([notified.id]);
    const added = await change(addSubject, { format: "complex", user: subject });
    expect([added.status, added.text]).toEqual([200, ""]);
    await deleteUser(acme, silent.id);
    expect(await receiver.receiveTypes()).toEqual(["account-disabled", "account-purged"]);
    expect(await eventsOf(acme, receiver.streamId)).toEqual([
      "ssf.stream_created",
      "ssf.subject_removed",
      "ssf.subject_added",
    ]);
  });

  test("an address stands for its user, also under the next address and once the user is deleted", async () => {
    const { id, email } = await aUser(acme);
    await change(removeSubject, { format: "email", email: email.toUpperCase() });
    await changeUser(acme, id, { email: `${newId()}@example.com` });
    await deleteUser(acme, id);
    expect(await receiver.receiveTypes()).toEqual([]);
  });

  test("an address that no user has yet is remembered for the user who gets it", async () => {
    const email = `${newId()}@example.com`;
    await change(removeSubject, { format: "email", email });
    const { id } = await aUser(acme, { email });
    await suspendUser(acme, id, null);
    expect(await receiver.receiveTypes()).toEqual([]);
  });

  test("the answer does not reveal whether a user exists, and other forms of subjects are refused", async () => {
    for (const subject of [
      { format: "email", email: "nobody@example.com" },
      { format: "iss_sub", iss: config().baseUrl, sub: newId() },
      { format: "iss_sub", iss: "https://elsewhere.example", sub: "1234" },
    ]) {
      expect((await change(removeSubject, subject)).status).toBe(204);
      expect((await change(addSubject, subject)).status).toBe(200);
    }
    for (const wrong of [
      { format: "phone_number", phone_number: "+1" },
      { format: "opaque", id: "1" },
      {},
      { format: "email" },
    ])
      expect((await change(addSubject, wrong)).status).toBe(400);
  });
});

test("a poll refuses values of the wrong type, and an empty one is a poll", async () => {
  for (const wrong of [
    { maxEvents: -1 },
    { maxEvents: "1" },
    { returnImmediately: 1 },
    { ack: "a" },
    { ack: [1] },
    { setErrs: [] },
    { setErrs: { a: {} } },
    { surprise: 1 },
  ])
    expect((await receiver.poll(wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await receiver.poll({})).status).toBe(200);
});
