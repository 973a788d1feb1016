import "@/tests/support/issuer-port";

import { createInstallation, createInstallationKey } from "@atrium/client/installation";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { aScriptedServer, type Scripted } from "@/tests/support/scripted-server";
import { aWholeService } from "@/tests/support/whole-service";

let service: Awaited<ReturnType<typeof aWholeService>>;
let tenant: TestEnvironment;
beforeAll(async () => {
  service = await aWholeService();
  tenant = await aTenant();
}, 120_000);
afterAll(() => service.stop());
const opened: (() => void)[] = [];
afterEach(() => {
  for (const stop of opened.splice(0)) stop();
});

const campaigns = "GET /api/v1/installations/self/campaigns";
const hall = { name: "press-hall-3", platform: "linux/arm64", version: "2.4.1" };

test("an installation enrols by its own key, calls its routes, and returns without a token", async () => {
  const key = await createInstallationKey();
  const { token } = await anEnrolmentToken(tenant, { maxUses: 1 });
  const first = createInstallation({ baseUrl: service.baseUrl, key });
  const installationId = await first.enrol({ token, ...hall });
  expect(await first.call(campaigns)).toEqual({ campaigns: [] });
  const later = createInstallation({ baseUrl: service.baseUrl, key, installationId });
  expect(decodeJwt(await later.accessToken())).toMatchObject({ sub: installationId });
});

test("a lost answer costs nothing: the key is recognised, although the token is used up", async () => {
  const key = await createInstallationKey();
  const { token } = await anEnrolmentToken(tenant, { maxUses: 1 });
  const enrol = (own = key) =>
    createInstallation({ baseUrl: service.baseUrl, key: own }).enrol({ token, ...hall });
  const id = await enrol();
  expect(await enrol()).toBe(id);
  const other = enrol(await createInstallationKey());
  await expect(other).rejects.toMatchObject({ code: "enrolment_token_exhausted", status: 403 });
});

test("a retired installation and another's key get no token", async () => {
  const [key, otherKey] = await Promise.all([createInstallationKey(), createInstallationKey()]);
  const { token } = await anEnrolmentToken(tenant);
  const { baseUrl } = service;
  const installationId = await createInstallation({ baseUrl, key }).enrol({ token, ...hall });
  const asOther = createInstallation({ baseUrl, key: otherKey, installationId });
  await expect(asOther.accessToken()).rejects.toMatchObject({ code: "invalid_client" });
  await retireInstallation(tenant, installationId);
  const retired = createInstallation({ baseUrl, key, installationId });
  await expect(retired.call(campaigns)).rejects.toMatchObject({ code: "invalid_client" });
});

test("a copy that has not enrolled is an error, and an address in the clear is refused", async () => {
  const key = await createInstallationKey();
  const early = createInstallation({ baseUrl: "http://127.0.0.1:1", key });
  await expect(early.call(campaigns)).rejects.toThrow("enrol first");
  expect(() => createInstallation({ baseUrl: "http://id.example", key })).toThrow("https");
});

test("each try is signed anew, and none contains the private half of the key", async () => {
  const busy: Scripted = {
    status: 503,
    headers: { "retry-after": "0" },
    body: { status: 503, title: "Busy" },
  };
  const server = await aScriptedServer((path, nth) => {
    if (nth === 1) return busy;
    const token = { access_token: "t", expires_in: 900 };
    return { status: 200, body: path === "/oauth/token" ? token : { installation_id: "i" } };
  });
  opened.push(server.stop);
  const key = await createInstallationKey();
  const installation = createInstallation({ baseUrl: server.baseUrl, key });
  expect(await installation.enrol({ token: "aen_x", ...hall })).toBe("i");
  await installation.accessToken();
  const sent = server.seen.map(({ body }) => body);
  const [first, second] = sent.map((body) => JSON.parse(body.startsWith("{") ? body : "{}").proof);
  expect(decodeJwt(first).jti).not.toBe(decodeJwt(second).jti);
  expect(sent.join()).not.toContain(key.d);
  expect(sent.join()).not.toContain('"d"');
});
