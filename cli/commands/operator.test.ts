import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { GET as readTenantRoute } from "@/app/api/v1/operator/tenants/[id]/route";
import { GET as listTenantsRoute } from "@/app/api/v1/operator/tenants/route";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { aTenant } from "@/tests/builders/a-tenant";
import { call } from "@/tests/support/call-route";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { queuedMail } from "@/tests/support/queued-mail";

test("the first operator is invited by mail and by a link on the terminal, and may be removed", async () => {
  const email = `${randomUUID()}@operators.example`;
  const { stdout, code } = await atrium(["operator", "invite", email]);
  expect(code).toBe(0);
  const link = /http:\/\/localhost:3000\/invitation\?token=\S+/.exec(stdout)?.[0] ?? "";
  const secret = new URL(link).searchParams.get("token") ?? "";
  expect(await readPasswordLink(secret)).toMatchObject({ email, purpose: "invitation" });
  const platform = await readPlatform();
  if (!platform) throw new Error("there is no platform");
  expect(await queuedMail(platform, email)).toHaveLength(1);
  const { operators } = await atriumJson<{ operators: object[] }>(["operator", "list"]);
  expect(operators).toMatchObject([{ email, accepted: false }]);
  expect((await atrium(["operator", "remove", email])).code).toBe(0);
  const again = await atrium(["operator", "remove", email]);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("is no operator") });
}, 120_000);

test("an operator token works until it is revoked; it is shown once and never listed", async () => {
  const made = await atriumJson<{ id: string; token: string }>([
    ...["operator", "token", "create"],
    ...["--name", "Deployments", "--expires-in-days", "30"],
  ]);
  const ask = async () =>
    (await call(listTenantsRoute, { path: "/api/v1/operator/tenants", token: made.token })).status;
  expect(await ask()).toBe(200);
  const listed = await atrium(["operator", "token", "list"]);
  expect(listed.stdout).toContain(made.id);
  expect(listed.stdout).toContain(`…${made.token.slice(-4)}`);
  expect(listed.stdout).not.toContain(made.token);
  expect(await atriumJson(["operator", "token", "revoke", made.id])).toMatchObject({
    revoked: true,
  });
  expect(await ask()).toBe(401);
  expect(await atriumJson(["operator", "token", "revoke", made.id])).toMatchObject({
    revoked: false,
  });
}, 120_000);

test("an unknown token and a wrong number of days are refused with an explanation", async () => {
  const wrong = await atrium(["operator", "token", "revoke", "nonsense"]);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no token") });
  const days = await atrium([
    ...["operator", "token", "create", "--name", "x", "--expires-in-days", "0"],
  ]);
  expect(days).toMatchObject({ code: 1, stderr: expect.stringContaining("1 to 3650") });
}, 120_000);

test("a token for one tenant reaches that tenant and no list of all, and the list shows its limit", async () => {
  const { publicId } = await aTenant();
  const made = await atriumJson<{ id: string; token: string; tenant: string }>([
    ...["operator", "token", "create", "--name", "Pipeline", "--tenant", publicId],
  ]);
  expect(made.tenant).toBe(publicId);
  const all = await call(listTenantsRoute, { path: "/api/v1/operator/tenants", token: made.token });
  expect(all.status).toBe(403);
  const own = await call(readTenantRoute, {
    path: `/api/v1/operator/tenants/${publicId}`,
    params: { id: publicId },
    token: made.token,
  });
  expect(own.status).toBe(200);
  const { tokens } = await atriumJson<{ tokens: { id: string; tenant: string | null }[] }>([
    ...["operator", "token", "list"],
  ]);
  expect(tokens.find(({ id }) => id === made.id)?.tenant).toBe(publicId);
  const unknown = await atrium([
    ...["operator", "token", "create", "--name", "x", "--tenant", "atr_AAAAAAAAAAAAAAAAAAAAAA"],
  ]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no tenant") });
}, 120_000);
