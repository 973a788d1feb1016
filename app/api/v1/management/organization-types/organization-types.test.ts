import { beforeAll, expect, test } from "vitest";
import { DELETE, GET, PATCH } from "@/app/api/v1/management/organization-types/[id]/route";
import * as typesRoute from "@/app/api/v1/management/organization-types/route";
import { changeWorkspaceType } from "@/lib/core/workspaces/change-workspace-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
});

const path = "/api/v1/management/organization-types";
const list = () => call(typesRoute.GET, { path, token });
const create = (body: unknown) => call(typesRoute.POST, { method: "POST", path, token, body });
const methods = { DELETE, GET, PATCH };
const one = (method: keyof typeof methods, id: string, body?: unknown) =>
  call(methods[method], {
    method,
    path: `${path}/${id}`,
    params: { id },
    token,
    ...(body === undefined ? {} : { body }),
  });

test("a type is created, listed, read, renamed and deleted, with the dashboard's audit events", async () => {
  const created = await create({ key: "reseller", name: "Reseller" });
  expect(created).toMatchObject({ status: 201, body: { key: "reseller", name: "Reseller" } });
  const { id } = created.body as { id: string };
  expect((await list()).body).toEqual({ organization_types: [created.body] });
  expect((await one("GET", id)).body).toEqual(created.body);
  expect((await one("PATCH", id, { name: "Partner" })).body).toMatchObject({ name: "Partner" });
  expect((await one("PATCH", id, { key: "partner" })).status).toBe(400);
  expect((await one("DELETE", id)).status).toBe(204);
  expect((await one("GET", id)).status).toBe(404);
  expect(await eventsOf(acme, id)).toEqual([
    "organization_type.created",
    "organization_type.updated",
    "organization_type.deleted",
  ]);
});

test("a key is taken once, and a type that an organization has is not deleted", async () => {
  const { id } = (await create({ key: "clinic", name: "Clinic" })).body as { id: string };
  expect((await create({ key: "clinic", name: "Another" })).status).toBe(409);
  const organization = await anOrganization(acme);
  await changeWorkspaceType(acme, organization.id, "clinic");
  expect(await one("DELETE", id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("1 organization(s)") },
  });
});

test("another environment's types are none of this one's", async () => {
  const globex = await aTenant();
  const foreign = await aMachineToken(globex, ["workspaces:read"]);
  expect((await call(typesRoute.GET, { path, token: foreign })).body).toEqual({
    organization_types: [],
  });
});
