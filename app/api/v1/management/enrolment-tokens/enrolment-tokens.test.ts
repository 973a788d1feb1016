import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import * as revokeRoute from "@/app/api/v1/management/enrolment-tokens/[id]/revoke/route";
import * as tokensRoute from "@/app/api/v1/management/enrolment-tokens/route";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let staging: TestEnvironment;
let token: string;
let appId: string;
beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  [staging] = tenant.others as [TestEnvironment];
  token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
  appId = (await anApp(acme)).id;
});

const path = "/api/v1/management/enrolment-tokens";
const issue = (body: object) =>
  call(tokensRoute.POST, {
    method: "POST",
    path,
    token,
    body: { name: "Halls", app_id: appId, ...body },
  });
const list = async () => {
  const { body } = await call(tokensRoute.GET, { path, token });
  return (body as { enrolment_tokens: { id: string; token?: string }[] }).enrolment_tokens;
};
const revoke = (id: string) =>
  call(revokeRoute.POST, { method: "POST", path: `${path}/${id}/revoke`, params: { id }, token });

test("a token is shown once, and stored as a hash", async () => {
  const { id: organizationId } = await anOrganization(acme);
  const limits = {
    organization_id: organizationId,
    not_before: "2026-01-01T00:00:00Z",
    expires_at: "2999-12-31T00:00:00+02:00",
    max_uses: 25,
    per_minute: 5,
  };
  const { status, body } = await issue(limits);
  const issued = body as { id: string; token: string };
  expect(status).toBe(201);
  expect(issued).toEqual({
    id: expect.any(String),
    name: "Halls",
    app_id: appId,
    ...limits,
    not_before: "2026-01-01T00:00:00.000Z",
    expires_at: "2999-12-30T22:00:00.000Z",
    token: expect.stringMatching(/^aen_[\w-]{43}$/),
    token_hint: `…${issued.token.slice(-4)}`,
    uses: 0,
    revoked_at: null,
  });
  const [listed] = (await list()).filter(({ id }) => id === issued.id);
  const { token: _, ...shown } = issued;
  expect(listed).toEqual(shown);
  const row = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.enrolmentToken.findUniqueOrThrow({ where: { id: issued.id } }),
  );
  expect(Buffer.from(row.secretHash)).toEqual(hashSecret(issued.token));
  expect(await eventsOf(acme, issued.id)).toEqual(["enrolment_token.issued"]);
});

test("without limits a token has the service's own budget a minute and no other", async () => {
  const { body } = await issue({});
  const open = { organization_id: null, not_before: null, expires_at: null, max_uses: null };
  expect(body).toMatchObject({ ...open, per_minute: 60 });
});

test("an app that is not in the environment, or is disabled, is refused by its code", async () => {
  const disabled = await anApp(acme);
  await setAppStatus(acme, disabled.id, "disabled");
  const foreign = [(await anApp(staging)).id, (await anApp(await aTenant())).id];
  for (const app_id of [...foreign, disabled.id, randomUUID()])
    expect(await issue({ app_id })).toMatchObject({
      status: 422,
      body: { code: "enrolment_app_invalid" },
    });
});

test("an organization that is not in the environment, or is disabled, is refused by its code", async () => {
  const disabled = await anOrganization(acme);
  await setOrganizationStatus(acme, disabled.id, "disabled");
  const foreign = [(await anOrganization(staging)).id, (await anOrganization(await aTenant())).id];
  for (const organization_id of [...foreign, disabled.id, randomUUID()])
    expect(await issue({ organization_id })).toMatchObject({
      status: 422,
      body: { code: "enrolment_workspace_invalid" },
    });
});

test("a window that never opens is a 422, a limit that is none a 400", async () => {
  const later = { not_before: "2999-01-02T00:00:00Z", expires_at: "2999-01-01T00:00:00Z" };
  for (const body of [later, { expires_at: "2020-01-01T00:00:00Z" }]) {
    const answer = await issue(body);
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/^exp/) } });
  }
  const wrong: [string, unknown][] = [
    ["max_uses", 0],
    ["max_uses", 1.5],
    ["max_uses", "2"],
    ["per_minute", 0],
    ["per_minute", 1001],
    ["expires_at", "tomorrow"],
    ["not_before", "0000-01-01T00:00:00Z"],
    ["uses", 3],
  ];
  for (const [field, value] of wrong) {
    const answer = await issue({ [field]: value });
    expect(answer.status, field).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining(field) });
  }
});

test("a revoked token stays in the list, and its installations stay enrolled", async () => {
  const issued = await anEnrolmentToken(acme);
  const first = await revoke(issued.id);
  expect(first.body).toMatchObject({ id: issued.id, revoked_at: expect.any(String) });
  expect((await revoke(issued.id)).body).toEqual(first.body);
  expect(await eventsOf(acme, issued.id)).toEqual([
    "enrolment_token.issued",
    "enrolment_token.revoked",
  ]);
  expect(await list()).toContainEqual(first.body);
});

test("the list is the environment's own, and the hashes of none", async () => {
  const foreign = [await anEnrolmentToken(staging), await anEnrolmentToken(await aTenant())];
  const ids = (await list()).map(({ id }) => id);
  for (const { id } of foreign) {
    expect(ids).not.toContain(id);
    expect((await revoke(id)).status).toBe(404);
  }
  expect(JSON.stringify(await list())).not.toMatch(/aen_|hash/);
});
