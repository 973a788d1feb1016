import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import * as retireRoute from "@/app/api/v1/management/installations/[id]/retire/route";
import * as oneRoute from "@/app/api/v1/management/installations/[id]/route";
import * as listRoute from "@/app/api/v1/management/installations/route";
import { keyThumbprint } from "@/lib/core/installations/installation-key";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let staging: TestEnvironment;
let token: string;
beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  [staging] = tenant.others as [TestEnvironment];
  token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
});

const path = "/api/v1/management/installations";
const read = (id: string) => call(oneRoute.GET, { path: `${path}/${id}`, params: { id }, token });
const retire = (id: string) =>
  call(retireRoute.POST, { method: "POST", path: `${path}/${id}/retire`, params: { id }, token });
const list = async () => {
  const { body } = await call(listRoute.GET, { path, token });
  return (body as { installations: { id: string; status: string }[] }).installations;
};

test("an installation is read as it enrolled", async () => {
  const { id: organizationId } = await anOrganization(acme);
  const facts = { platform: "linux/arm64", version: "2.4.1", installationName: "hall-7" };
  const { id, key, appId } = await anInstallation(acme, { organizationId, ...facts });
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(body).toEqual({
    id,
    name: "hall-7",
    platform: "linux/arm64",
    version: "2.4.1",
    status: "active",
    key_thumbprint: keyThumbprint(key.publicKey),
    app_id: appId,
    organization_id: organizationId,
    enrolled_at: expect.any(String),
    last_seen_at: null,
  });
  expect(await list()).toContainEqual(body);
});

test("a retired installation stays in the list, retired once and for good", async () => {
  const { id } = await anInstallation(acme);
  const answers = await Promise.all([retire(id), retire(id), retire(id)]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "retired" });
  }
  expect(await eventsOf(acme, id)).toEqual(["installation.enrolled", "installation.retired"]);
  expect((await list()).find((one) => one.id === id)).toMatchObject({ status: "retired" });
});

test("other environments' installations are as unknown as none", async () => {
  const never = await read(randomUUID());
  expect(never.status).toBe(404);
  for (const other of [staging, await aTenant()]) {
    const { id } = await anInstallation(other);
    expect((await read(id)).text).toBe(never.text);
    expect((await retire(id)).text).toBe(never.text);
    expect((await list()).map((one) => one.id)).not.toContain(id);
  }
});
