import { beforeAll, describe, expect, test } from "vitest";
import * as sourceRoute from "@/app/api/v1/management/identity-sources/[id]/route";
import * as sourcesRoute from "@/app/api/v1/management/identity-sources/route";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anIdentitySource } from "@/tests/builders/an-identity-source";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/management/identity-sources";
let acme: TestEnvironment;
let staging: TestEnvironment;
let token: string;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  staging = tenant.others[0] as TestEnvironment;
  token = await aMachineToken(acme, ["users:read", "users:write"]);
});

const inputFor = (issuer: string) => ({
  issuer,
  audiences: ["reports-web", "reports-web", "reports-ios"],
  jwks_uri: `${issuer}/keys`,
  attribute_mapping: { department: "dept" },
});
const create = (body: unknown, by = token) =>
  call(sourcesRoute.POST, { method: "POST", path, token: by, body });
const read = (id: string) =>
  call(sourceRoute.GET, { path: `${path}/${id}`, params: { id }, token });
const change = (id: string, body: unknown) =>
  call(sourceRoute.PATCH, { method: "PATCH", path: `${path}/${id}`, params: { id }, token, body });

describe("creating an identity source", () => {
  test("answers 201 with the whole record, lists it and writes one audit event", async () => {
    const made = await create(inputFor("https://one.example.com/realm"));
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      ...inputFor("https://one.example.com/realm"),
      id: expect.any(String),
      type: "oidc",
      audiences: ["reports-web", "reports-ios"],
      status: "active",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { id } = made.body as { id: string };
    expect((await read(id)).body).toEqual(made.body);
    const all = await call(sourcesRoute.GET, { path, token });
    expect(all.body).toEqual({ identity_sources: expect.arrayContaining([made.body]) });
    expect(await eventsOf(acme, id)).toEqual(["identity_source.created"]);
  });

  test("with an issuer that the environment has is refused, and leaves nothing", async () => {
    const issuer = "https://twice.example.com";
    expect((await create(inputFor(issuer))).status).toBe(201);
    const again = await create({ ...inputFor(issuer), audiences: ["other"] });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "identity_source_issuer_duplicate" });
    const count = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.identitySource.count({ where: { environmentId: acme.environmentId, issuer } }),
    );
    expect(count).toBe(1);
  });

  test("with the issuer of another environment or tenant is no conflict", async () => {
    const issuer = "https://shared.example.com";
    await anIdentitySource(staging, { issuer });
    await anIdentitySource(await aTenant(), { issuer });
    expect((await create(inputFor(issuer))).status).toBe(201);
  });

  test("twenty times at once makes one", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(inputFor("https://race.example.com"))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  test.each([
    ["issuer", "http://login.example.com"],
    ["issuer", "https://login.example.com?tenant=1"],
    ["issuer", "https://login.example.com#x"],
    ["issuer", "https://user:secret@login.example.com"],
    ["issuer", "login.example.com"],
    ["jwks_uri", "http://login.example.com/keys"],
    ["jwks_uri", "https://127.0.0.1/keys"],
    ["jwks_uri", "https://2130706433/keys"],
    ["jwks_uri", "https://[::1]/keys"],
    ["jwks_uri", "https://localhost/jwks"],
    ["jwks_uri", "https://keys.localhost:8443/jwks"],
    ["jwks_uri", "https://vault.internal/jwks"],
    ["issuer", "https://localhost"],
    ["jwks_uri", "https://169.254.169.254/latest"],
    ["jwks_uri", "file:///etc/passwd"],
    ["audiences", []],
    ["attribute_mapping", { "a b": "c" }],
    ["type", "saml"],
  ])("refuses %s %j", async (field, value) => {
    const answer = await create({ ...inputFor("https://never.example.com"), [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining(field) });
  });
});

describe("changing an identity source", () => {
  test("changes the named fields, records their old values, and writes nothing when nothing changes", async () => {
    const { id, issuer } = await anIdentitySource(acme);
    const changes = { audiences: ["ios"], jwks_uri: "https://keys.example.com/jwks" };
    const answer = await change(id, changes);
    expect(answer.body).toMatchObject({ ...changes, issuer, status: "active" });
    await change(id, changes);
    expect((await change(id, { status: "disabled" })).body).toMatchObject({ status: "disabled" });
    expect((await change(id, { status: "active" })).body).toMatchObject({ status: "active" });
    expect(await eventsOf(acme, id)).toEqual([
      "identity_source.created",
      "identity_source.updated",
      "identity_source.disabled",
      "identity_source.enabled",
    ]);
  });

  test("never changes its issuer, not even past the API", async () => {
    const { id } = await anIdentitySource(acme);
    const answer = await change(id, { issuer: "https://other.example.com" });
    expect(answer.status).toBe(400);
    await expect(
      inPrismaTransaction(acme, ({ prisma }) =>
        prisma.identitySource.update({
          where: { id },
          data: { issuer: "https://other.example.com" },
        }),
      ),
    ).rejects.toThrow("frozen");
  });
});
