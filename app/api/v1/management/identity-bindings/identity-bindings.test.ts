import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as principalRoute from "@/app/api/v1/management/external-principals/[id]/route";
import * as principalsRoute from "@/app/api/v1/management/external-principals/route";
import * as releaseRoute from "@/app/api/v1/management/identity-bindings/[id]/release/route";
import * as bindingRoute from "@/app/api/v1/management/identity-bindings/[id]/route";
import * as bindingsRoute from "@/app/api/v1/management/identity-bindings/route";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aBinding, anIdentitySource } from "@/tests/builders/an-identity-source";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;
let sourceId: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["users:read", "users:write"]);
  sourceId = (await anIdentitySource(acme)).id;
});

const principals = "/api/v1/management/external-principals";
const bindings = "/api/v1/management/identity-bindings";
const know = (body: unknown) =>
  call(principalsRoute.POST, { method: "POST", path: principals, token, body });
const principal = (id: string) =>
  call(principalRoute.GET, { path: `${principals}/${id}`, params: { id }, token });
const claim = (principalId: string, userId: string) =>
  call(bindingsRoute.POST, {
    method: "POST",
    path: bindings,
    token,
    body: { principal_id: principalId, user_id: userId },
  });
const release = (id: string) =>
  call(releaseRoute.POST, {
    method: "POST",
    path: `${bindings}/${id}/release`,
    params: { id },
    token,
  });
const idOf = (answer: Answer) => (answer.body as { id: string }).id;
const aPrincipal = async () => idOf(await know({ source_id: sourceId, subject: randomUUID() }));
const userId = async () => (await aUser(acme, { password: null })).id;

describe("an external principal", () => {
  test("is a subject of a source, with its claims", async () => {
    const input = { source_id: sourceId, subject: "248289", claims: { dept: ["R", { n: 1 }] } };
    const made = await know(input);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...input, claimed_by: null });
    expect((await principal(idOf(made))).body).toEqual(made.body);
    const all = await call(principalsRoute.GET, { path: principals, token });
    expect(all.body).toEqual({ external_principals: expect.arrayContaining([made.body]) });
    expect(await eventsOf(acme, idOf(made))).toEqual(["external_principal.created"]);
  });

  test("is known once a source, and again in another source", async () => {
    const subject = randomUUID();
    expect((await know({ source_id: sourceId, subject })).status).toBe(201);
    const again = await know({ source_id: sourceId, subject });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "external_principal_duplicate" });
    const other = (await anIdentitySource(acme)).id;
    expect((await know({ source_id: other, subject })).status).toBe(201);
  });

  test("needs a source of the environment", async () => {
    const foreign = (await anIdentitySource(globex)).id;
    for (const wrong of [randomUUID(), foreign]) {
      const answer = await know({ source_id: wrong, subject: "x" });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: "external_principal_source_invalid" });
    }
  });

  test("is updated with all of its claims, and nothing else of it", async () => {
    const id = await aPrincipal();
    const change = (body: unknown) =>
      call(principalRoute.PATCH, {
        method: "PATCH",
        path: `${principals}/${id}`,
        params: { id },
        token,
        body,
      });
    const claims = { dept: "Research" };
    expect((await change({ claims })).body).toMatchObject({ id, claims });
    await change({ claims });
    await change({});
    expect((await change({ claims: {} })).body).toMatchObject({ claims: {} });
    expect((await change({ subject: "another" })).status).toBe(400);
    expect(await eventsOf(acme, id)).toEqual([
      "external_principal.created",
      "external_principal.updated",
      "external_principal.updated",
    ]);
  });

  test("takes no claims that are too large or can't be stored", async () => {
    for (const claims of [{ text: "x".repeat(17_000) }, { text: "\u0000" }, []])
      expect((await know({ source_id: sourceId, subject: "x", claims })).status).toBe(400);
  });
});

describe("a binding", () => {
  test("claims a principal for a user, whom the principal then shows", async () => {
    const [principalId, user] = [await aPrincipal(), await userId()];
    const made = await claim(principalId, user);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      principal_id: principalId,
      user_id: user,
      last_used_at: null,
      released_at: null,
    });
    expect((await principal(principalId)).body).toMatchObject({ claimed_by: user });
    expect(await eventsOf(acme, idOf(made))).toEqual(["identity_binding.created"]);
    const one = await call(bindingRoute.GET, {
      path: `${bindings}/${idOf(made)}`,
      params: { id: idOf(made) },
      token,
    });
    expect(one.body).toEqual(made.body);
    const all = await call(bindingsRoute.GET, { path: bindings, token });
    expect(all.body).toEqual({ identity_bindings: expect.arrayContaining([made.body]) });
  });

  test("is refused while another is live, for any user, and the answer names the live one", async () => {
    const [principalId, first, second] = [await aPrincipal(), await userId(), await userId()];
    await claim(principalId, first);
    for (const user of [first, second]) {
      const answer = await claim(principalId, user);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "external_principal_already_claimed",
        claimed_by: first,
      });
    }
  });

  test("has one winner of twenty parallel claims", async () => {
    const principalId = await aPrincipal();
    const users = await Promise.all(Array.from({ length: 20 }, userId));
    const answers = await Promise.all(users.map((user) => claim(principalId, user)));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    const [winner] = won.map(({ body }) => (body as { user_id: string }).user_id);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: "external_principal_already_claimed",
        claimed_by: winner,
      });
    }
    expect((await principal(principalId)).body).toMatchObject({ claimed_by: winner });
  });

  test("needs a principal and a user of the environment", async () => {
    const [principalId, user] = [await aPrincipal(), await userId()];
    const foreignUserId = (await aUser(globex, { password: null })).id;
    const foreign = await aBinding(globex, { userId: foreignUserId });
    const gone = await userId();
    await deleteUser(acme, gone);
    for (const wrong of [randomUUID(), foreign.principalId]) {
      const answer = await claim(wrong, user);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: "identity_binding_principal_invalid" });
    }
    for (const wrong of [randomUUID(), foreignUserId, gone]) {
      const answer = await claim(principalId, wrong);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: "identity_binding_user_invalid" });
    }
  });
});

describe("releasing", () => {
  test("frees the principal for another user, once", async () => {
    const [principalId, first, second] = [await aPrincipal(), await userId(), await userId()];
    const binding = idOf(await claim(principalId, first));
    const released = await release(binding);
    expect(released.body).toMatchObject({ released_at: expect.any(String) });
    expect((await release(binding)).body).toEqual(released.body);
    expect(await eventsOf(acme, binding)).toEqual([
      "identity_binding.created",
      "identity_binding.released",
    ]);
    expect((await principal(principalId)).body).toMatchObject({ claimed_by: null });
    expect((await claim(principalId, second)).status).toBe(201);
  });

  test("is for good, and a claim is never handed on: PostgreSQL refuses both", async () => {
    const [principalId, user, other] = [await aPrincipal(), await userId(), await userId()];
    const id = idOf(await claim(principalId, user));
    const write = (data: { releasedAt?: null; userId?: string }) =>
      inPrismaTransaction(acme, ({ prisma }) =>
        prisma.identityBinding.update({ where: { id }, data }),
      );
    await expect(write({ userId: other })).rejects.toThrow("frozen");
    await release(id);
    await expect(write({ releasedAt: null })).rejects.toThrow("written once");
  });

  test("happens to every binding of a deleted user, and erases the person's claims", async () => {
    const user = await userId();
    const claimed = [await aPrincipal(), await aPrincipal()];
    const named = await know({
      source_id: sourceId,
      subject: "deleted",
      claims: { name: "Grace" },
    });
    claimed.push(idOf(named));
    const ids = await Promise.all(claimed.map(async (id) => idOf(await claim(id, user))));
    await deleteUser(acme, user);
    for (const id of claimed)
      expect((await principal(id)).body).toMatchObject({ claimed_by: null, claims: {} });
    for (const id of ids)
      expect(await eventsOf(acme, id)).toEqual([
        "identity_binding.created",
        "identity_binding.released",
      ]);
    expect((await claim(claimed[0] as string, await userId())).status).toBe(201);
  });

  test("long before the user is deleted erases the person's claims too, unless another user has the principal", async () => {
    const [user, other] = [await userId(), await userId()];
    const known = async (subject: string) =>
      idOf(await know({ source_id: sourceId, subject, claims: { name: "Grace" } }));
    const [free, taken] = [await known("released"), await known("taken over")];
    for (const id of [free, taken]) await release(idOf(await claim(id, user)));
    await claim(taken, other);
    await deleteUser(acme, user);
    expect((await principal(free)).body).toMatchObject({ claimed_by: null, claims: {} });
    expect((await principal(taken)).body).toMatchObject({ claims: { name: "Grace" } });
  });

  test("a user who claims while being deleted ends up with no live claim", async () => {
    for (let round = 0; round < 10; round++) {
      const [principalId, user] = [await aPrincipal(), await userId()];
      const [answer] = await Promise.all([claim(principalId, user), deleteUser(acme, user)]);
      expect([201, 422]).toContain(answer.status);
      expect((await principal(principalId)).body).toMatchObject({ claimed_by: null });
    }
  });
});
