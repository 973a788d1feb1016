import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { GET, PATCH } from "@/app/api/v1/management/entitlement-policy/route";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["entitlements:read", "entitlements:write"]);
});

const path = "/api/v1/management/entitlement-policy";
const read = () => call(GET, { path, token });
const change = (body: unknown) => call(PATCH, { method: "PATCH", path, token, body });

test("an environment has a policy from the start, and it enforces", async () => {
  expect((await read()).body).toEqual({ mode: "enforce", default_package_id: null, overrides: [] });
});

test("a change sets the fields in the request, null empties one, and each change is one audit event", async () => {
  const pro = await aPackage(acme);
  await change({ mode: "observe", default_package_id: pro.id });
  await change({ mode: "observe" });
  expect((await change({ default_package_id: null })).body).toMatchObject({
    mode: "observe",
    default_package_id: null,
  });
  const kinds = await eventsOf(acme, acme.environmentId);
  expect(kinds.filter((kind) => kind === "entitlement_policy.updated")).toHaveLength(2);
});

test("overrides are replaced as a whole list and answered in a settled order", async () => {
  const { organizationId } = await aMember(acme);
  const override = (entitlement: string, effect: string) => ({
    organization_id: organizationId,
    entitlement,
    effect,
  });
  const overrides = [override("export", "grant"), override("api", "deny")];
  expect((await change({ overrides })).body).toMatchObject({ overrides: overrides.toReversed() });
  expect((await change({ overrides: [override("api", "grant")] })).body).toMatchObject({
    overrides: [override("api", "grant")],
  });
  expect((await change({ overrides: [] })).body).toMatchObject({ overrides: [] });
});

test("ids that name nothing here are a 422 that names the field, and nothing changes", async () => {
  const foreign = await aPackage(globex);
  const foreignMember = await aMember(globex);
  const before = (await read()).text;
  for (const [body, field] of [
    [{ mode: "off", default_package_id: foreign.id }, /^default_package_id:/],
    [{ default_package_id: randomUUID() }, /^default_package_id:/],
    [
      {
        overrides: [
          { organization_id: foreignMember.organizationId, entitlement: "api", effect: "grant" },
        ],
      },
      /^overrides\.0\.organization_id:/,
    ],
  ] as const) {
    const answer = await change(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(field) });
  }
  expect((await read()).text).toBe(before);
});

test("two overrides of one entitlement contradict each other", async () => {
  const { organizationId } = await aMember(acme);
  const one = { organization_id: organizationId, entitlement: "api", effect: "grant" };
  expect((await change({ overrides: [one, { ...one, effect: "deny" }] })).status).toBe(422);
});
