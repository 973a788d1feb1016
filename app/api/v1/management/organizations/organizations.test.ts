import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as me } from "@/app/api/v1/auth/me/route";
import { POST as validate } from "@/app/api/v1/auth/session/validate/route";
import { POST as mint } from "@/app/api/v1/auth/token/route";
import * as disableRoute from "@/app/api/v1/management/organizations/[id]/disable/route";
import * as enableRoute from "@/app/api/v1/management/organizations/[id]/enable/route";
import * as memberRoute from "@/app/api/v1/management/organizations/[id]/members/[user_id]/route";
import * as membersRoute from "@/app/api/v1/management/organizations/[id]/members/route";
import * as organizationRoute from "@/app/api/v1/management/organizations/[id]/route";
import * as organizationsRoute from "@/app/api/v1/management/organizations/route";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { type Answer, call } from "@/tests/support/call-route";

const path = "/api/v1/management/organizations";
let acme: TestEnvironment & { others: TestEnvironment[] };
let globex: TestEnvironment;
let token: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant({ environments: ["production", "staging"] }), await aTenant()];
  token = await aMachineToken(acme, [
    "workspaces:read",
    "workspaces:write",
    "tokens:issue",
    "sessions:validate",
  ]);
  await createOrganizationType(acme, { key: "clinic", name: "Clinic" });
});

const create = (body: unknown) =>
  call(organizationsRoute.POST, { method: "POST", path, token, body });
const at = (id: string, rest = "") => ({ path: `${path}/${id}${rest}`, params: { id }, token });
const read = (id: string) => call(organizationRoute.GET, at(id));
const change = (id: string, body: unknown) =>
  call(organizationRoute.PATCH, { method: "PATCH", ...at(id), body });
const disable = (id: string) => call(disableRoute.POST, { method: "POST", ...at(id, "/disable") });
const enable = (id: string) => call(enableRoute.POST, { method: "POST", ...at(id, "/enable") });
const members = async (id: string) =>
  (await call(membersRoute.GET, at(id, "/members"))).body as { members: { user_id: string }[] };
const member = (id: string, userId: string) => ({
  path: `${path}/${id}/members/${userId}`,
  params: { id, user_id: userId },
  token,
});
const put = (id: string, userId: string, body: unknown) =>
  call(memberRoute.PUT, { method: "PUT", ...member(id, userId), body });
const remove = (id: string, userId: string) =>
  call(memberRoute.DELETE, { method: "DELETE", ...member(id, userId) });
const idOf = (answer: Answer) => (answer.body as { id: string }).id;
const mintFor = (sessionId: string, appId: string) =>
  call(mint, {
    method: "POST",
    path: "/api/v1/auth/token",
    token,
    body: { session_id: sessionId, app_id: appId },
  });

describe("creating an organization", () => {
  test("makes it active in the caller's environment, with one audit event", async () => {
    const pack = await aPackage(acme);
    const answer = await create({
      name: "Initech",
      slug: `s-${randomUUID()}`,
      external_id: randomUUID(),
      organization_type: "clinic",
      package_id: pack.id,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: "Initech",
      status: "active",
      environment: "production",
      organization_type: "clinic",
      package_id: pack.id,
    });
    expect((await read(idOf(answer))).body).toEqual(answer.body);
    expect(await eventsOf(acme, idOf(answer))).toEqual(["organization.created"]);
    const listed = await call(organizationsRoute.GET, { path, token });
    expect(listed.body).toMatchObject({ organizations: expect.arrayContaining([answer.body]) });
  });

  test("derives a slug from the name, with a suffix when it is taken, also in parallel", async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: "Ünïted Brötchen & Co." })),
    );
    const slugs = made.map(({ body }) => (body as { slug: string }).slug);
    expect(new Set(slugs).size).toBe(5);
    expect(slugs).toContain("united-brotchen-co");
    for (const slug of slugs) expect(slug).toMatch(/^united-brotchen-co(-[0-9a-f]{6})?$/);
    expect((await create({ name: "株式会社" })).body).toMatchObject({
      slug: expect.stringMatching(/^organization/),
    });
  });

  test("a slug or external id that is taken is a 409 that names it, and is free in another tenant", async () => {
    const [slug, externalId] = [`s-${randomUUID()}`, randomUUID()];
    await anOrganization(globex, { slug, externalId });
    expect((await create({ name: "A", slug, external_id: externalId })).status).toBe(201);
    const cases: [object, string][] = [
      [{ slug }, "slug"],
      [{ external_id: externalId }, "external_id"],
    ];
    for (const [fields, named] of cases) {
      const answer = await create({ name: "B", ...fields });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(`^${named}: `) });
    }
  });

  test.each(["slug", "external_id"])(
    "with one %s twenty times at the same moment makes one, with one audit event",
    async (field) => {
      const body = { name: "Initech", [field]: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      for (const { status, body: problem } of answers.filter((answer) => answer !== made[0]))
        expect([status, problem]).toMatchObject([
          409,
          { detail: expect.stringMatching(`^${field}: `) },
        ]);
      expect(await eventsOf(acme, idOf(made[0] as Answer))).toEqual(["organization.created"]);
    },
  );

  test("a type the environment does not have is the spec's 400 with the pairs that would do", async () => {
    const answer = await create({ name: "A", organization_type: "hospital" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "organization_type_not_resolved",
      requested: { organization_type: "hospital", environment: "production" },
      available: [{ organization_type: "clinic", environment: "production" }],
      available_total: 1,
    });
  });

  test("a package of another tenant is a 422 that names the field, and a bad slug a 400", async () => {
    const foreign = await aPackage(globex);
    const answer = await create({ name: "A", package_id: foreign.id });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^package_id: /) });
    for (const slug of ["Upper", "-a", "a b", "ä", ""])
      expect((await create({ name: "A", slug })).status).toBe(400);
  });
});

describe("changing an organization", () => {
  test("leaves absent fields, clears null ones, and audits once", async () => {
    const { id } = await anOrganization(acme, { externalId: randomUUID() });
    const answer = await change(id, { name: "Renamed", external_id: null });
    expect(answer.body).toMatchObject({ name: "Renamed", external_id: null });
    expect((await change(id, { name: "Renamed" })).status).toBe(200);
    expect((await change(id, { name: null })).body).toMatchObject({ name: "Renamed" });
    expect((await change(id, { status: "disabled" })).status).toBe(400);
    expect(await eventsOf(acme, id)).toEqual(["organization.updated"]);
  });

  test("a slug of another organization is a 409 that names it", async () => {
    const [one, other] = [await anOrganization(acme), await anOrganization(acme)];
    const answer = await change(one.id, { slug: other.slug });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^slug: /) });
  });
});

describe("a member of an organization", () => {
  async function aReader() {
    const app = await anApp(acme);
    const role = await aRole(acme, { appIds: [app.id] });
    const { id } = await anOrganization(acme);
    const session = await aSession(acme);
    const added = await put(id, session.userId, { role_id: role.id });
    expect(added.status).toBe(201);
    return { app, role, id, session, userId: session.userId };
  }
  const seen = async (session: { activityToken: string }) =>
    (
      await call(me, {
        path: "/api/v1/auth/me",
        token: acme.tenantSecret,
        headers: { "x-tenant-id": acme.publicId, "x-session-activity": session.activityToken },
      })
    ).body as { memberships: { organization: { status: string } }[] };

  test("gets no token while the organization is disabled, and the same one again once it is enabled", async () => {
    const { id, session, app } = await aReader();
    expect((await mintFor(session.id, app.id)).status).toBe(200);
    expect((await disable(id)).body).toMatchObject({ status: "disabled" });
    expect((await disable(id)).status).toBe(200);
    const refused = await mintFor(session.id, app.id);
    expect([refused.status, refused.body]).toMatchObject([403, { code: "organization_inactive" }]);
    expect((await seen(session)).memberships[0]?.organization.status).toBe("disabled");
    const validated = await call(validate, {
      method: "POST",
      path: "/api/v1/auth/session/validate",
      token,
      body: { session_id: session.id },
    });
    expect(validated.body).toMatchObject({ valid: true });
    expect((await enable(id)).body).toMatchObject({ status: "active" });
    expect((await mintFor(session.id, app.id)).status).toBe(200);
    expect(await eventsOf(acme, id)).toEqual([
      "membership.added",
      "organization.disabled",
      "organization.enabled",
    ]);
  });

  test("is disabled in the caller's environment only", async () => {
    const { id } = await anOrganization(acme);
    const [staging] = acme.others;
    if (!staging) throw new Error("The tenant has one environment");
    await disable(id);
    const elsewhere = await aMachineToken(staging, ["workspaces:read"]);
    expect((await call(organizationRoute.GET, { ...at(id), token: elsewhere })).status).toBe(404);
  });

  test("who is removed gets no token, is listed nowhere, and retains the session", async () => {
    const { id, session, app, userId } = await aReader();
    expect((await remove(id, userId)).status).toBe(204);
    expect((await remove(id, userId)).status).toBe(404);
    const refused = await mintFor(session.id, app.id);
    expect([refused.status, refused.body]).toMatchObject([403, { code: "no_membership" }]);
    expect((await members(id)).members).toEqual([]);
    expect((await seen(session)).memberships).toEqual([]);
    expect(await eventsOf(acme, id)).toEqual(["membership.added", "membership.removed"]);
  });

  test("without a role gets no_role, and inactive membership_inactive; each change is audited once", async () => {
    const { id, session, app, role, userId } = await aReader();
    const cases: [object, string][] = [
      [{ role_id: null }, "no_role"],
      [{ role_id: role.id, status: "inactive" }, "membership_inactive"],
    ];
    for (const [place, code] of cases) {
      expect((await put(id, userId, place)).status).toBe(200);
      expect((await put(id, userId, place)).status).toBe(200);
      expect((await mintFor(session.id, app.id)).body).toMatchObject({ code });
    }
    // A status that the request omits stays.
    expect((await put(id, userId, { role_id: role.id })).body).toMatchObject({
      role_id: role.id,
      status: "inactive",
    });
    expect(await eventsOf(acme, id)).toEqual([
      "membership.added",
      "membership.updated",
      "membership.updated",
    ]);
  });

  test("is added once by twenty parallel calls", async () => {
    const { id } = await anOrganization(acme);
    const user = await aUser(acme);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => put(id, user.id, { role_id: null })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect((await members(id)).members).toHaveLength(1);
    expect(await eventsOf(acme, id)).toEqual(["membership.added"]);
  });

  test("must be a user of the environment, with a role of the environment", async () => {
    const { id } = await anOrganization(acme);
    const foreignUser = await aUser(globex);
    const user = await aUser(acme);
    const foreign = await put(id, foreignUser.id, { role_id: null });
    const unknown = await put(id, randomUUID(), { role_id: null });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    const answer = await put(id, user.id, { role_id: (await aRole(globex)).id });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^role_id: /) });
    expect((await put(id, user.id, {})).status).toBe(400);
  });

  test("is refused a refresh from the moment the organization is disabled or the membership removed", async () => {
    for (const stop of [
      ({ id }: { id: string; userId: string }) => disable(id),
      ({ id, userId }: { id: string; userId: string }) => remove(id, userId),
    ]) {
      const reader = await aReader();
      const client = await anOidcClient(acme, { appId: reader.app.id });
      const signedIn = await signIn(new Browser(), client, reader.userId);
      const { body: tokens } = await exchangeCode(client, signedIn);
      const refresh = (token: string | undefined) =>
        tokenRequest(client, { grant_type: "refresh_token", refresh_token: token ?? "" });
      const before = await refresh(tokens.refresh_token);
      expect(before.status).toBe(200);
      await stop(reader);
      const refused = await refresh(before.body.refresh_token);
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    }
  });
});
