import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { Operation } from "@/lib/core/http/operation";
import { resolveInstallation } from "@/lib/core/installations/installation-store";
import { signInstallationToken } from "@/lib/core/installations/installation-token";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { type Answer, call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Every described operation for installations, called in every wrong way; and every other operation, called
// with an installation's token.

const named = (matches: (operation: Operation) => boolean) =>
  operations
    .filter(matches)
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const own = named(({ caller }) => caller === "installation");
const machine = named(({ caller }) => caller === "machine" || caller === "tenant_or_machine");

let acme: TestEnvironment;
let installationId: string;
let token: string;
beforeAll(async () => {
  acme = await aTenant();
  ({ id: installationId } = await anInstallation(acme));
  token = await tokenOf(installationId);
});

/** Returns a token as the token endpoint issues it, with any scope. */
async function tokenOf(id: string, scope = "installations:report", at = new Date()) {
  const found = await resolveInstallation(id);
  if (!found) throw new Error("There is no such installation");
  return signInstallationToken(found, scope, at);
}

async function ask(
  { method, path, body }: Operation,
  wrong: { token?: string | undefined; body?: unknown; id?: string } = {},
): Promise<Answer> {
  const sent = "body" in wrong ? wrong.body : body?.example;
  const bearer = "token" in wrong ? wrong.token : token;
  return call((await routeModule(path))[method], {
    method,
    ...filled(path, () => wrong.id ?? randomUUID()),
    headers: { "content-type": "application/json" },
    ...(bearer ? { token: bearer } : {}),
    ...(method === "GET" || sent === undefined ? {} : { body: sent }),
  });
}

test("there are operations for installations", () => {
  expect(own.length).toBeGreaterThan(1);
});

describe.each(own)("%s", (_, operation) => {
  test("refuses a call without a token, and with one that is none or has ended", async () => {
    const ended = await tokenOf(installationId, undefined, new Date(Date.now() - 901_000));
    for (const wrong of [undefined, "nonsense", "a.b.c", acme.tenantSecret, ended])
      expect((await ask(operation, { token: wrong })).status).toBe(401);
  });

  test("refuses a credential's token with any scope, and a token without the scope", async () => {
    const all = [...managementScopes, ...runtimeScopes, "installations:report"];
    const other = await tokenOf(installationId, "installations:rest");
    for (const wrong of [await aMachineToken(acme, all), other]) {
      // Before the body is looked at: an unauthorized caller learns nothing else.
      expect((await ask(operation, { token: wrong, body: "{" })).status).toBe(403);
    }
  });

  test("refuses the token of a retired installation, and of another tenant's under our name", async () => {
    const { id } = await anInstallation(acme);
    const wrong = await tokenOf(id);
    await retireInstallation(acme, id);
    expect((await ask(operation, { token: wrong })).status).toBe(401);
    const found = await resolveInstallation(installationId);
    if (!found) throw new Error("There is no such installation");
    const tenantPublicId = (await aTenant()).publicId;
    const scope = "installations:report";
    const moved = await signInstallationToken({ ...found, tenantPublicId }, scope, new Date());
    expect((await ask(operation, { token: moved })).status).toBe(401);
  });

  test("answers for ids outside its reach exactly as for ids that do not exist", async () => {
    if (!operation.path.includes("{")) return;
    const never = await ask(operation);
    expect(never.status).toBe(404);
    const ids = [(await aCampaign(acme)).id, (await aCampaign(await aTenant())).id, "no-id"];
    for (const id of ids) expect((await ask(operation, { id })).text).toBe(never.text);
  });

  test("refuses a body that is none, and names a field it does not know", async () => {
    if (!operation.body) return;
    for (const body of ["{", "", "[]", "null"])
      expect((await ask(operation, { body })).status).toBe(400);
    const surprising = await ask(operation, {
      body: { ...(operation.body.example as object), surprise: 1 },
    });
    expect(surprising.status).toBe(400);
    expect(surprising.text).toContain("surprise");
  });
});

test.each(machine)("%s refuses an installation's token", async (_, operation) => {
  expect((await ask(operation, { body: "{" })).status).toBe(403);
});

test("the requests of an installation are limited, each one's by itself", async () => {
  const { id } = await anInstallation(acme);
  const busy = await tokenOf(id);
  const list = operations.find(({ id: name }) => name === "listOwnCampaigns");
  if (!list) throw new Error("There is no such operation");
  const answers: Answer[] = [];
  for (let count = 0; count < 121; count += 1) answers.push(await ask(list, { token: busy }));
  expect(new Set(answers.slice(0, 120).map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[120]).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect((await ask(list)).status).toBe(200);
});
