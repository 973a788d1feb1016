import { createPublicKey } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { PATCH as patchStream } from "@/app/api/v1/ssf/streams/route";
import { POST as addSubject } from "@/app/api/v1/ssf/subjects/add/route";
import { POST as removeSubject } from "@/app/api/v1/ssf/subjects/remove/route";
import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { changeUser } from "@/lib/core/users/change-user";
import { listChanges } from "@/lib/features/shared-signals/change-store";
import { feedStream, MOST_WAITING } from "@/lib/features/shared-signals/feed-stream";
import {
  countSignals,
  deleteSignals,
  insertSignals,
} from "@/lib/features/shared-signals/signal-store";
import { holdStream, notePolled } from "@/lib/features/shared-signals/stream-store";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aReceiver, type Receiver, typeOf } from "@/tests/support/a-receiver";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";
import { untilLogged } from "@/tests/support/logged-events";

const caep = "https://schemas.openid.net/secevent/caep/event-type";
const risc = "https://schemas.openid.net/secevent/risc/event-type";
let acme: TestEnvironment;
beforeEach(async () => {
  acme = await aTenant();
});

async function credentialOf(clientId: string): Promise<string> {
  const credential = await resolveCredential(clientId);
  if (!credential) throw new Error("there is no credential");
  return credential.credentialId;
}

/** Ends every session of a user, as their account page does. */
const endAll = (userId: string) =>
  inTransaction(acme, (db) =>
    endSessions(
      db,
      { userId },
      {
        actor: { type: "user", id: userId },
        context: noRequest,
        reason: "account_security",
        at: now(),
      },
    ),
  );

describe("tokens for a receiver", () => {
  test("name a session that ends by its handle, with initiator and reason", async () => {
    const receiver = await aReceiver(acme);
    const session = await aSession(acme);
    await endAll(session.userId);
    const { events, tokens } = await receiver.poll();
    const [event] = events;
    expect(event).toMatchObject({
      iss: config().baseUrl,
      aud: receiver.clientId,
      sub_id: {
        format: "complex",
        user: { format: "iss_sub", iss: config().baseUrl, sub: session.userId },
        session: { format: "opaque", id: session.accountSessionId },
        tenant: { format: "opaque", id: acme.publicId },
      },
      events: {
        [`${caep}/session-revoked`]: {
          initiating_entity: "user",
          reason_admin: { en: "The user ended it in account security." },
          event_timestamp: expect.any(Number),
        },
      },
    });
    expect(JSON.stringify(event)).not.toContain(session.id);
    expect(event).not.toHaveProperty("sub");
    expect(event).not.toHaveProperty("exp");
    expect(event?.txn).toBeTruthy();
    const [token = ""] = tokens;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", typ: "secevent+jwt" });
    const { kid } = decodeProtectedHeader(token);
    const jwk = (await publicKeys()).find((key) => key.kid === kid);
    await jwtVerify(token, createPublicKey({ key: jwk as never, format: "jwk" }));
  });

  test("report that an account is disabled, enabled and purged, in that order", async () => {
    const receiver = await aReceiver(acme);
    const { id, email } = await aUser(acme);
    await suspendUser(acme, id, "left the company");
    await reactivateUser(acme, id);
    await deleteUser(acme, id);
    const { events, tokens } = await receiver.poll();
    expect(events.map(typeOf)).toEqual(["account-disabled", "account-enabled", "account-purged"]);
    for (const event of events)
      expect(event.sub_id).toEqual({ format: "iss_sub", iss: config().baseUrl, sub: id });
    expect(JSON.stringify(tokens.map((token) => decodeJwt(token)))).not.toContain(email);
  });

  test("name a changed address as it was, and are never sent once the user is deleted", async () => {
    const receiver = await aReceiver(acme);
    const { id, email } = await aUser(acme);
    const next = `${newId()}@example.com`;
    await changeUser(acme, id, { email: next });
    const { events } = await receiver.poll();
    expect(events).toMatchObject([
      {
        sub_id: { format: "email", email },
        events: { [`${risc}/identifier-changed`]: { "new-value": next } },
      },
    ]);
    await deleteUser(acme, id);
    const after = await receiver.poll();
    expect(after.events.map(typeOf)).toEqual(["account-purged"]);
    expect(JSON.stringify(after.events)).not.toContain(email);
  });

  test("do not need former addresses without a stream, and none is stored", async () => {
    const { id } = await aUser(acme);
    await changeUser(acme, id, { email: `${newId()}@example.com` });
    const receiver = await aReceiver(acme);
    expect(await receiver.receiveTypes()).toEqual([]);
  });

  test("contain only requested events, and waiting ones are dropped when they are not requested any more", async () => {
    const receiver = await aReceiver(acme, {
      events_requested: [`${risc}/account-enabled`, "urn:example:other"],
    });
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    await reactivateUser(acme, id);
    expect((await receiver.poll()).events.map(typeOf)).toEqual(["account-enabled"]);
  });

  test("exclude other environments, other tenants and earlier events", async () => {
    const tenant = await aTenant({ environments: ["production", "staging"] });
    const [staging] = tenant.others;
    const before = await aUser(tenant);
    await suspendUser(tenant, before.id, null);
    const receiver = await aReceiver(tenant);
    for (const other of [staging, acme]) {
      if (!other) throw new Error("unreachable");
      const { id } = await aUser(other);
      await suspendUser(other, id, null);
    }
    const { id } = await aUser(tenant);
    await suspendUser(tenant, id, null);
    const { events } = await receiver.poll();
    expect(events.map(({ sub_id }) => sub_id.sub)).toEqual([id]);
  });
});

describe("a change of a stream counts from its position in the log", () => {
  const send = (route: typeof removeSubject, method: string, path: string) => ({
    of: async ({ token, streamId }: Receiver, body: object) => {
      const request = { method, path: `/api/v1/ssf/${path}`, token };
      const { status, text } = await call(route, {
        ...request,
        body: { stream_id: streamId, ...body },
      });
      if (status >= 300) throw new Error(text);
    },
  });
  const remove = send(removeSubject, "POST", "subjects/remove");
  const add = send(addSubject, "POST", "subjects/add");
  const patch = send(patchStream, "PATCH", "streams");
  const user = (sub: string) => ({ subject: { format: "iss_sub", iss: config().baseUrl, sub } });
  const address = (email: string) => ({ subject: { format: "email", email } });

  test("exclusions of subjects apply to events after them", async () => {
    const receiver = await aReceiver(acme);
    const [before, meanwhile] = [await aUser(acme), await aUser(acme)];
    await suspendUser(acme, before.id, null);
    await remove.of(receiver, user(before.id));
    await reactivateUser(acme, before.id);
    await remove.of(receiver, user(meanwhile.id));
    await suspendUser(acme, meanwhile.id, null);
    await add.of(receiver, user(meanwhile.id));
    await reactivateUser(acme, meanwhile.id);
    const { events } = await receiver.poll();
    expect(events.map((event) => [typeOf(event), event.sub_id.sub])).toEqual([
      ["account-disabled", before.id],
      ["account-enabled", meanwhile.id],
    ]);
    // Exclusions still apply after the log was read past them.
    await suspendUser(acme, before.id, null);
    await suspendUser(acme, meanwhile.id, null);
    const after = await receiver.poll({ ack: events.map(({ jti }) => jti) });
    expect(after.events.map(({ sub_id }) => sub_id.sub)).toEqual([meanwhile.id]);
  });

  test.each(["changed their address", "was deleted"])(
    "an excluded address stands for a user who had it and %s since",
    async (what) => {
      const receiver = await aReceiver(acme);
      const email = `${newId()}@example.com`;
      await remove.of(receiver, address(email));
      const { id } = await aUser(acme, { email });
      await suspendUser(acme, id, null);
      if (what === "was deleted") await deleteUser(acme, id);
      else await changeUser(acme, id, { email: `${newId()}@example.com` });
      expect(await receiver.receiveTypes()).toEqual([]);
    },
  );

  test("only events that were requested at the time are delivered", async () => {
    const receiver = await aReceiver(acme, { events_requested: [`${risc}/account-disabled`] });
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    await reactivateUser(acme, id);
    await patch.of(receiver, { events_requested: [`${risc}/account-enabled`] });
    await suspendUser(acme, id, null);
    await reactivateUser(acme, id);
    expect(await receiver.receiveTypes()).toEqual(["account-disabled", "account-enabled"]);
  });

  test("events before the stream began are not delivered, even if they are logged later", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    await receiver.status("disabled");
    await suspendUser(acme, id, null);
    await receiver.status("enabled");
    await reactivateUser(acme, id);
    expect(await receiver.receiveTypes()).toEqual(["account-enabled"]);
    expect(
      await inTransaction(acme, (db) => listChanges(db, receiver.streamId)),
      "what was looked through is forgotten",
    ).toEqual([]);
  });
});

describe("delivery", () => {
  test("a token that is not acknowledged is sent again unchanged, and then never again", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    const first = await receiver.poll();
    const again = await receiver.poll();
    expect(again.tokens).toEqual(first.tokens);
    const after = await receiver.poll({ ack: first.jtis });
    expect(after.jtis).toEqual([]);
    expect(after.moreAvailable).toBe(false);
  });

  test("maxEvents limits a response and reports that there are more; zero only acknowledges", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    for (let times = 0; times < 3; times += 1) {
      await suspendUser(acme, id, null);
      await reactivateUser(acme, id);
    }
    const first = await receiver.poll({ maxEvents: 4 });
    expect([first.jtis.length, first.moreAvailable]).toEqual([4, true]);
    const acknowledging = await receiver.poll({ maxEvents: 0, ack: first.jtis });
    expect(acknowledging.jtis).toEqual([]);
    const rest = await receiver.poll({ maxEvents: 4 });
    expect([rest.jtis.length, rest.moreAvailable]).toEqual([2, false]);
  });

  test("a token that the receiver cannot process is not sent again, and the trail has the reason", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    const { jtis } = await receiver.poll();
    const [jti = ""] = jtis;
    const setErrs = { [jti]: { err: "authentication_failed", description: "The key is unknown" } };
    expect((await receiver.poll({ setErrs })).jtis).toEqual([]);
    expect(await eventsOf(acme, receiver.streamId)).toContain("ssf.signals_refused");
  });

  test("acknowledgements of nothing, and of another stream's tokens, are ignored", async () => {
    const [one, other] = [await aReceiver(acme), await aReceiver(acme)];
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    const { jtis } = await one.poll();
    expect((await other.poll({ ack: [...jtis, "no-id", newId()] })).jtis).toHaveLength(1);
    expect((await one.poll()).jtis).toEqual(jtis);
  });

  test("parallel polls of a stream see one signal for each event, with one jti", async () => {
    const receiver = await aReceiver(acme);
    const users = await Promise.all(Array.from({ length: 20 }, () => aUser(acme)));
    await Promise.all(users.map(({ id }) => suspendUser(acme, id, null)));
    const answers = await Promise.all(Array.from({ length: 8 }, () => receiver.poll()));
    const jtis = new Set(answers.flatMap((answer) => answer.jtis));
    expect(jtis.size).toBe(20);
    const subjects = answers.flatMap(({ events }) => events.map(({ sub_id }) => sub_id.sub));
    expect(new Set(subjects).size).toBe(20);
    // Parallel acknowledgements leave nothing to be sent twice.
    const acks = await Promise.all([...jtis].map((jti) => receiver.poll({ ack: [jti] })));
    const last = await receiver.poll();
    expect(last.jtis).toEqual([]);
    for (const { jtis: left } of acks) for (const jti of left) expect(jtis).toContain(jti);
  });

  test("a poll that is rolled back changes nothing", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    await suspendUser(acme, id, null);
    const first = await receiver.poll();
    expect(first.jtis).toHaveLength(1);
    // More acknowledgements than a request may have: refused before anything is processed.
    const refused = await receiver.poll({ ack: [...first.jtis, ...Array(1_000).fill("x")] });
    expect(refused.status).toBe(400);
    expect((await receiver.poll()).jtis).toEqual(first.jtis);
  });

  test("a stream holds a limited number of signals, and continues once there is room", async () => {
    const receiver = await aReceiver(acme);
    const users = await Promise.all([aUser(acme), aUser(acme), aUser(acme)]);
    for (const { id } of users) await suspendUser(acme, id, null);
    await untilLogged(acme);
    const { streamId } = receiver;
    const filling = Array.from({ length: MOST_WAITING - 1 }, () => ({
      ...{ jti: newId(), eventId: newId(), position: 0, ordinal: 0 },
    }));
    const credentialId = await credentialOf(receiver.clientId);
    const feed = () =>
      inTransaction(acme, async (db) => {
        const stream = await holdStream(db, credentialId, streamId);
        if (!stream) throw new Error("there is no stream");
        const fed = await feedStream(db, stream, MOST_WAITING * 2, now());
        await notePolled(db, streamId, fed.position, now());
        return { isAtEnd: fed.isAtEnd, waiting: await countSignals(db, streamId) };
      });
    await inTransaction(acme, (db) => insertSignals(db, streamId, filling, now()));
    expect(await feed()).toEqual({ isAtEnd: false, waiting: MOST_WAITING });
    expect(await feed()).toEqual({ isAtEnd: false, waiting: MOST_WAITING });
    await inTransaction(acme, (db) =>
      deleteSignals(
        db,
        streamId,
        filling.map(({ jti }) => jti),
      ),
    );
    expect(await feed()).toEqual({ isAtEnd: true, waiting: 3 });
    const { events } = await receiver.poll();
    expect(events.map(({ sub_id }) => sub_id.sub)).toEqual(users.map(({ id }) => id));
  });

  test("a signal whose event was deleted is not sent", async () => {
    const receiver = await aReceiver(acme);
    const gone = [{ jti: newId(), eventId: newId(), position: 0, ordinal: 0 }];
    await inTransaction(acme, (db) => insertSignals(db, receiver.streamId, gone, now()));
    expect((await receiver.poll()).jtis).toEqual([]);
    const left = await inTransaction(acme, (db) => countSignals(db, receiver.streamId));
    expect(left).toBe(0);
  });
});

describe("status", () => {
  test("a paused stream holds its events, a disabled one drops them", async () => {
    const receiver = await aReceiver(acme);
    const { id } = await aUser(acme);
    expect((await receiver.status("paused")).status).toBe(200);
    await suspendUser(acme, id, null);
    expect((await receiver.poll()).jtis).toEqual([]);
    await receiver.status("enabled");
    expect(await receiver.receiveTypes()).toEqual(["account-disabled"]);
    await receiver.status("disabled");
    await reactivateUser(acme, id);
    expect(await receiver.receiveTypes()).toEqual([]);
    await receiver.status("enabled");
    expect(await receiver.receiveTypes()).toEqual([]);
    await suspendUser(acme, id, null);
    expect(await receiver.receiveTypes()).toEqual(["account-disabled"]);
  });

  test("a verification returns its state, for the stream, and only every ten seconds", async () => {
    const receiver = await aReceiver(acme);
    expect((await receiver.verify("abc")).status).toBe(204);
    const refused = await receiver.verify("def");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
    const { events } = await receiver.poll();
    expect(events).toMatchObject([
      {
        sub_id: { format: "opaque", id: receiver.streamId },
        events: {
          "https://schemas.openid.net/secevent/ssf/event-type/verification": { state: "abc" },
        },
      },
    ]);
    const later = new Date(Date.now() + 11_000);
    expect((await atMoment(later, () => receiver.verify())).status).toBe(204);
    const { events: both } = await receiver.poll();
    expect(Object.values(both[1]?.events ?? {})).toEqual([{}]);
  });

  test("a disabled stream refuses a verification", async () => {
    const receiver = await aReceiver(acme);
    await receiver.status("disabled");
    expect((await receiver.verify("abc")).status).toBe(409);
  });
});
