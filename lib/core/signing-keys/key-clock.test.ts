import { expect, test } from "vitest";
import { POST as mint } from "@/app/api/v1/auth/token/route";
import { GET as authorize } from "@/app/oauth/authorize/route";
import { POST as token } from "@/app/oauth/token/route";
import { GET as ready } from "@/app/readyz/route";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { rotateSigningKeys } from "@/lib/core/signing-keys/rotate-signing-keys";
import { forgetKeys, KEY_CACHE_SECONDS, signer } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { databaseNow } from "@/lib/kernel/db/database-clock";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, pkce } from "@/tests/support/browser";
import { call } from "@/tests/support/call-route";
import { keysFromNow } from "@/tests/support/keys-from-now";
import { withWrongClock } from "@/tests/support/wrong-clock";

test.each([3_600_000, -3_600_000])(
  "a key starts to sign by PostgreSQL's clock on a machine that is wrong by %i ms",
  async (wrongBy) => {
    await withWrongClock(wrongBy, async () => {
      forgetKeys();
      const signing = await signer("machine_token");
      const [made] = await rotateSigningKeys(config().databaseOwnerUrl, ["machine_token"]);
      forgetKeys();
      expect((await signer("machine_token")).kid).toBe(signing.kid);
      const early = made && made.activeFrom.getTime() - (await databaseNow()).getTime();
      expect(early).toBeGreaterThan(2 * KEY_CACHE_SECONDS * 1000 - 15_000);
      expect(early).toBeLessThanOrEqual(2 * KEY_CACHE_SECONDS * 1000);
    });
    forgetKeys();
  },
);

test("a signature while the clock is before the keys is a refusal with Retry-After", async () => {
  const acme = await aTenant({ scopes: ["tokens:issue"] });
  const client = await anOidcClient(acme);
  const machine = await aMachineToken(acme, ["tokens:issue"]);
  const app = await anApp(acme);
  const role = await aRole(acme, { key: "analyst", permissions: ["reports:read"] });
  await changeRoleApps(acme, role.id, [app.id]);
  const { userId } = await aMember(acme, { roleId: role.id });
  const session = await aSession(acme, { userId });
  const asks = {
    token: () =>
      token(
        new Request(`${config().baseUrl}/oauth/token`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({
            grant_type: "client_credentials",
            client_id: acme.clientId,
            client_secret: acme.clientSecret,
            scope: "tokens:issue",
          }),
        }),
        { params: Promise.resolve({}) },
      ),
    mint: () =>
      call(mint, {
        method: "POST",
        path: "/api/v1/auth/token",
        token: machine,
        body: {
          session_id: session.id,
          app_id: app.id,
        },
      }),
    authorize: () => new Browser().go(authorize, authorizeUrl(client, pkce().challenge)),
  };
  const answers = await keysFromNow(3_600, async () => ({
    token: await asks.token(),
    mint: await asks.mint(),
    authorize: await asks.authorize(),
    ready: await call(ready, { path: "/readyz" }),
  }));
  for (const [name, { status, headers }] of Object.entries(answers))
    expect([name, status, headers.get("retry-after")]).toEqual([
      ...[name, 503, expect.stringMatching(/^[1-9]/)],
    ]);
  expect(answers.ready.body).toMatchObject({ detail: expect.stringContaining("clock") });
  expect((await asks.token()).status).toBe(200);
});
