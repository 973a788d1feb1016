import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as roleAppsRoute from "@/app/api/v1/management/roles/[id]/apps/route";
import * as roleRoute from "@/app/api/v1/management/roles/[id]/route";
import * as rolesRoute from "@/app/api/v1/management/roles/route";
import type { App } from "@/lib/core/apps/app";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;
let app: App;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["roles:read", "roles:write"]);
  app = await anApp(acme);
});

const create = (body: unknown) =>
  call(rolesRoute.POST, { method: "POST", path: "/api/v1/management/roles", token, body });
const list = () => call(rolesRoute.GET, { path: "/api/v1/management/roles", token });
const change = (id: string, body: unknown) =>
  call(roleRoute.PATCH, {
    method: "PATCH",
    path: `/api/v1/management/roles/${id}`,
    params: { id },
    token,
    body,
  });
const remove = (id: string) =>
  call(roleRoute.DELETE, {
    method: "DELETE",
    path: `/api/v1/management/roles/${id}`,
    params: { id },
    token,
  });
const appsOf = (id: string) =>
  call(roleAppsRoute.GET, {
    path: `/api/v1/management/roles/${id}/apps`,
    params: { id },
    token,
  });
const replaceApps = (id: string, appIds: string[]) =>
  call(roleAppsRoute.POST, {
    method: "POST",
    path: `/api/v1/management/roles/${id}/apps`,
    params: { id },
    token,
    body: { app_ids: appIds },
  });

describe("creating a role", () => {
  test("answers 201 with the whole record and writes one audit event", async () => {
    const key = randomUUID();
    const answer = await create({ key, name: "Analyst", permissions: ["a", "b", "a"] });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      key,
      name: "Analyst",
      description: null,
      permissions: ["a", "b"],
      is_system: false,
    });
    const { id } = answer.body as { id: string };
    expect(await eventsOf(acme, id)).toEqual(["role.created"]);
    expect((await list()).body).toMatchObject({
      roles: expect.arrayContaining([expect.objectContaining({ id })]),
    });
  });

  test("a key that is taken is a conflict that names it, and is free in another tenant", async () => {
    const key = randomUUID();
    await aRole(globex, { key });
    expect((await create({ key, name: "A" })).status).toBe(201);
    const again = await create({ key, name: "B" });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ detail: expect.stringMatching(/^key:/) });
  });

  test("with one key twenty times at the same moment makes one", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ key, name: "A" })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ["is_system: unknown field", { key: "x", name: "X", is_system: true }],
    ["tenant_id: unknown field", { key: "x", name: "X", tenant_id: randomUUID() }],
    ["name", { key: "x" }],
    ["key", { key: "has space", name: "X" }],
    ["name", { key: "x", name: "line\nbreak" }],
    ["permissions.0", { key: "x", name: "X", permissions: ["two words"] }],
  ])("refuses invalid input, naming %s", async (field, body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect((answer.body as { detail: string }).detail).toContain(field);
  });
});

describe("changing a role", () => {
  test("changes the fields in the request, empties null ones and leaves absent ones", async () => {
    const role = await aRole(acme, { description: "first" });
    const renamed = await change(role.id, { name: "Senior" });
    expect(renamed.body).toMatchObject({
      name: "Senior",
      description: "first",
      permissions: ["reports:read"],
    });
    expect((await change(role.id, { description: null })).body).toMatchObject({
      name: "Senior",
      description: null,
    });
    expect(await eventsOf(acme, role.id)).toEqual(["role.created", "role.updated", "role.updated"]);
  });

  test("that changes nothing writes no audit event", async () => {
    const role = await aRole(acme);
    expect((await change(role.id, { name: role.name })).status).toBe(200);
    expect((await change(role.id, {})).status).toBe(200);
    expect(await eventsOf(acme, role.id)).toEqual(["role.created"]);
  });

  test("to a key that is taken is a conflict", async () => {
    const [one, two] = [await aRole(acme), await aRole(acme)];
    expect((await change(two.id, { key: one.key })).status).toBe(409);
  });
});

describe("a role that the service made", () => {
  test("can be neither changed nor deleted nor given other apps", async () => {
    const role = await aRole(acme, { isSystem: true });
    for (const answer of [
      await change(role.id, { name: "Mine" }),
      await remove(role.id),
      await replaceApps(role.id, []),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^is_system:/) });
    }
  });
});

describe("deleting a role", () => {
  test("answers 204, and the next time it is gone", async () => {
    const role = await aRole(acme, { appIds: [app.id] });
    expect((await remove(role.id)).status).toBe(204);
    expect((await remove(role.id)).status).toBe(404);
    expect(await eventsOf(acme, role.id)).toEqual([
      "role.created",
      "role.apps_changed",
      "role.deleted",
    ]);
  });

  test("is a conflict while a membership holds it", async () => {
    const role = await aRole(acme);
    await aMember(acme, { roleId: role.id });
    const answer = await remove(role.id);
    expect(answer.status).toBe(409);
    expect((await list()).body).toMatchObject({
      roles: expect.arrayContaining([expect.objectContaining({ id: role.id })]),
    });
  });
});

describe("a role that is deleted while a membership starts to use it", () => {
  test("stays or is gone, and no membership refers to a deleted one", async () => {
    for (let round = 0; round < 5; round++) {
      const role = await aRole(acme);
      const [deleted, joined] = await Promise.allSettled([
        remove(role.id),
        aMember(acme, { roleId: role.id }),
      ]);
      const status = deleted.status === "fulfilled" ? deleted.value.status : 500;
      expect(status).toBe(joined.status === "fulfilled" ? 409 : 204);
    }
  });
});

describe("the apps of a role", () => {
  test("are replaced as a whole set", async () => {
    const other = await anApp(acme);
    const role = await aRole(acme, { appIds: [app.id] });
    expect((await replaceApps(role.id, [other.id, other.id.toUpperCase()])).body).toMatchObject({
      apps: [{ id: other.id }],
    });
    expect((await appsOf(role.id)).body).toMatchObject({ apps: [{ id: other.id }] });
    expect((await replaceApps(role.id, [])).body).toEqual({ apps: [] });
  });

  test("must be in the environment, all of them, or nothing changes", async () => {
    const foreign = await anApp(globex);
    const role = await aRole(acme, { appIds: [app.id] });
    for (const foreignId of [foreign.id, randomUUID()]) {
      const answer = await replaceApps(role.id, [foreignId]);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^app_ids:/) });
    }
    expect((await appsOf(role.id)).body).toMatchObject({ apps: [{ id: app.id }] });
  });
});
