import { beforeAll, expect, test } from "vitest";
import * as route from "@/app/api/v1/operator/tenants/[id]/identity-sources/route";
import { listIdentitySources } from "@/lib/core/external-identities/identity-source-store";
import { createOperatorToken } from "@/lib/core/operators/create-operator-token";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

const by = { actor: { type: "service", id: "tests" } as const, context: noRequest };
let acme: TestEnvironment;
let staging: TestEnvironment;
let token: string;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  staging = tenant.others[0] as TestEnvironment;
  token = (await createOperatorToken(by, { name: "tests", expiresAt: null })).token;
});

const inputFor = (issuer: string, environment = "production") => ({
  environment,
  issuer,
  audiences: ["reports-web"],
  jwks_uri: `${issuer}/keys`,
});
const create = (id: string, body: unknown, bearer: string | undefined = token) =>
  call(route.POST, {
    method: "POST",
    path: `/api/v1/operator/tenants/${id}/identity-sources`,
    params: { id },
    ...(bearer ? { token: bearer } : {}),
    body,
  });

test("an operator creates a source in the named environment, which is audited in the tenant's own log", async () => {
  const answer = await create(acme.publicId, inputFor("https://op.example.com", "staging"));
  expect(answer.status).toBe(201);
  const { id } = answer.body as { id: string };
  expect(answer.body).toMatchObject({ issuer: "https://op.example.com", status: "active" });
  expect(
    (await inPrismaTransaction(staging, listIdentitySources)).map((source) => source.id),
  ).toEqual([id]);
  expect(await inPrismaTransaction(acme, listIdentitySources)).toEqual([]);
  expect(await eventsOf(staging, id)).toEqual(["identity_source.created"]);
});

test("an unknown tenant or environment is identity_source_tenant_invalid", async () => {
  const issuer = "https://none.example.com";
  for (const [id, environment] of [
    ["atr_nobody0000000000000000", "production"],
    ["atr_\u0000", "production"],
    [acme.tenantId, "production"],
    [acme.publicId, "development"],
    [acme.publicId, staging.environmentId],
  ] as const) {
    const answer = await create(id, inputFor(issuer, environment));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: "identity_source_tenant_invalid" });
  }
});

test("the platform's own tenant takes none", async () => {
  const { publicId } = await inPrismaTransaction(acme, async ({ prisma }) => {
    const [row] = await prisma.$queryRaw<
      { id: string }[]
    >`SELECT platform_tenant_id AS id FROM platform`;
    const platform = { tenantId: row?.id ?? "", environmentId: "" };
    return inPrismaTransaction(platform, (t) =>
      t.prisma.tenant.findUniqueOrThrow({ where: { id: t.tenantId }, select: { publicId: true } }),
    );
  });
  expect(await resolveTenant(publicId)).not.toBeNull();
  const answer = await create(publicId, inputFor("https://platform.example.com"));
  expect(answer.body).toMatchObject({ code: "identity_source_tenant_invalid" });
});

test("an issuer that the environment has is a conflict, and no tenant's token reaches the route", async () => {
  const body = inputFor("https://again.example.com");
  expect((await create(acme.publicId, body)).status).toBe(201);
  const again = await create(acme.publicId, body);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ code: "identity_source_issuer_duplicate" });
  const machine = await aMachineToken(acme, ["users:write"]);
  for (const bearer of ["", acme.tenantSecret, machine])
    expect((await create(acme.publicId, body, bearer)).status).toBe(401);
});
