import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST as enrolRoute } from "@/app/api/v1/enrolment/redeem/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as hostedPreflightRoute } from "@/app/oauth/login/preflight/route";
import { POST as oauthTokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { CallerKind } from "@/lib/core/http/callers";
import type { Operation } from "@/lib/core/http/operation";
import { resolveInstallation } from "@/lib/core/installations/installation-store";
import { signInstallationToken } from "@/lib/core/installations/installation-token";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { enableTenant } from "@/lib/core/operators/enable-tenant";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { validateSession } from "@/lib/core/sessions/validate-session";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { anInstallation, anInstallationKey, aProof } from "@/tests/builders/an-installation";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  locationOf,
  pkce,
  signIn,
  tokenRequest,
} from "@/tests/support/browser";
import { call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// A disabled tenant, at every endpoint: things made while it was active are tried while it is disabled and
// once more afterwards, so that a refusal with another cause does not pass for this one.

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let acme: TestEnvironment;
let client: TestOidcClient;
let machineToken: string;
let installationToken: string;

beforeAll(async () => {
  acme = await aTenant({ name: "Vandelay" });
  client = await anOidcClient(acme);
  machineToken = await aMachineToken(acme, [...managementScopes, ...runtimeScopes]);
  const { id } = await anInstallation(acme);
  const installation = await resolveInstallation(id);
  if (!installation) throw new Error("there is no installation");
  installationToken = await signInstallationToken(installation, "installations:report", now());
});

/** Returns the results of `attempt` while the tenant is disabled, and after it is enabled again. */
async function whileDisabled<T>(attempt: () => Promise<T>): Promise<{ disabled: T; enabled: T }> {
  await disableTenant(by, acme.publicId, "test");
  let disabled: T;
  try {
    disabled = await attempt();
  } finally {
    await enableTenant(by, acme.publicId);
  }
  return { disabled, enabled: await attempt() };
}

const bearers: Record<CallerKind, (() => string)[]> = {
  machine: [() => machineToken, () => acme.tenantSecret],
  tenant: [() => acme.tenantSecret],
  tenant_or_machine: [() => acme.tenantSecret, () => machineToken],
  installation: [() => installationToken],
  operator: [],
  tenant_operator: [],
  anyone: [],
};

const behindBearers = operations.filter(({ caller }) => bearers[caller].length > 0);

describe.each(
  behindBearers.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  test("is refused with tenant_disabled, before every other error of the call", async () => {
    const attempts = bearers[operation.caller].flatMap((bearer) =>
      [operation.body?.example, "{"].map((body) => () => ask(operation, bearer(), body)),
    );
    const { disabled, enabled } = await whileDisabled(() =>
      Promise.all(attempts.map((attempt) => attempt())),
    );
    for (const answer of disabled)
      expect(answer).toMatchObject({ status: 401, body: { code: "tenant_disabled" } });
    for (const answer of enabled) expect(answer.text).not.toContain("tenant_disabled");
  });
});

async function ask(operation: Operation, token: string, body: unknown) {
  const { method } = operation;
  return call((await routeModule(operation.path))[method], {
    method,
    ...filled(operation.path, () => randomUUID()),
    token,
    headers: { "x-tenant-id": acme.publicId, "content-type": "application/json" },
    ...(method === "GET" || body === undefined ? {} : { body }),
  });
}

describe("without authentication", () => {
  test("machine tokens: the client is as good as unknown", async () => {
    const mint = (secret = acme.clientSecret) =>
      oauthToken({
        grant_type: "client_credentials",
        client_id: acme.clientId,
        client_secret: secret,
      });
    const { disabled, enabled } = await whileDisabled(() => mint());
    expect(disabled).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(enabled.status).toBe(200);
    // The same bytes as for a wrong secret: an attacker with a client id learns nothing of the tenant.
    expect(disabled.body).toEqual((await mint("as_wrong")).body);
  });

  test("a code that waits to be exchanged, and a refresh token", async () => {
    const [waiting, redeemed] = await Promise.all([signedIn(), signedIn()]);
    const tokens = await exchangeCode(client, redeemed);
    expect(tokens.status).toBe(200);
    const refresh = (token = "") =>
      tokenRequest(client, { grant_type: "refresh_token", refresh_token: token });
    const { disabled, enabled } = await whileDisabled(async () => ({
      exchange: await exchangeCode(client, waiting),
      refresh: await refresh(tokens.body.refresh_token),
    }));
    expect(disabled.exchange).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(disabled.refresh).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect([enabled.exchange.status, enabled.refresh.status]).toEqual([200, 200]);
  });

  test("userinfo with a token from before", async () => {
    const tokens = await exchangeCode(client, await signedIn());
    const read = async () => {
      const headers = { authorization: `Bearer ${tokens.body.access_token}` };
      const request = new Request("http://localhost:3000/oauth/userinfo", { headers });
      return (await userinfoRoute(request, { params: Promise.resolve({}) })).status;
    };
    expect(await whileDisabled(read)).toEqual({ disabled: 401, enabled: 200 });
  });

  test("a new sign-in is a page that knows no such client, without a redirect to the application", async () => {
    const begin = async () => {
      const response = await new Browser().go(
        authorizeRoute,
        authorizeUrl(client, pkce().challenge),
      );
      return { status: response.status, to: locationOf(response).pathname };
    };
    const { disabled, enabled } = await whileDisabled(begin);
    expect(disabled).toEqual({ status: 400, to: "blank" });
    expect(enabled.to).toBe("/login");
  });

  test("a browser that is signed in gets no code without signing in", async () => {
    const browser = new Browser();
    const { id } = await aUser(acme);
    await signIn(browser, client, id);
    const again = async () =>
      locationOf(
        await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge)),
      ).searchParams.has("code");
    expect(await whileDisabled(again)).toEqual({ disabled: false, enabled: true });
  });

  test("a sign-in that started before goes no further, on the page and at its endpoint", async () => {
    const { email } = await aUser(acme);
    const browser = new Browser();
    const redirect = await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
    const uid = locationOf(redirect).searchParams.get("interaction") ?? "";
    const submit = async () => ({
      page: (await readInteraction(uid, browser.read)) !== null,
      endpoint: (
        await browser.go(hostedPreflightRoute, "/oauth/login/preflight", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password: A_PASSWORD }),
        })
      ).status,
    });
    const { disabled, enabled } = await whileDisabled(submit);
    expect(disabled.page).toBe(false);
    expect(disabled.endpoint).toBeGreaterThanOrEqual(400);
    expect(enabled).toEqual({ page: true, endpoint: 200 });
  });

  test("a link by email opens nothing and sets no password", async () => {
    const user = await aUser(acme, { password: null });
    const { secret } = await inPrismaTransaction(acme, (t) =>
      issueOneTimeSecret(t, "invitation", user.id),
    );
    const open = async () => ({
      page: (await readPasswordLink(secret)) !== null,
      refused: await redeemPasswordLink(secret, "a long enough passphrase", noRequest).then(
        () => false,
        () => true,
      ),
    });
    const { disabled, enabled } = await whileDisabled(open);
    expect(disabled).toEqual({ page: false, refused: true });
    expect(enabled).toEqual({ page: true, refused: false });
  });

  test("an enrolment token is as good as unknown", async () => {
    const { token } = await anEnrolmentToken(acme);
    const redeem = async () => {
      const key = await anInstallationKey();
      const body = {
        token,
        public_key: key.publicKey,
        proof: await aProof(token, key),
        name: "press-hall-9",
      };
      return call(enrolRoute, { method: "POST", path: "/api/v1/enrolment/redeem", body });
    };
    const { disabled, enabled } = await whileDisabled(redeem);
    expect(disabled).toMatchObject({ status: 401, body: { code: "enrolment_token_unknown" } });
    expect(enabled.status).toBe(201);
  });
});

test("a session is unusable for that reason, before any other, and usable afterwards", async () => {
  const { id } = await aSession(acme);
  const validate = async () => (await validateSession(acme, id)).reason;
  expect(await whileDisabled(validate)).toEqual({
    disabled: "tenant_disabled",
    enabled: null,
  });
});

test("mail that waits is dropped, with the reason, and not sent later", async () => {
  const to = `${randomUUID()}@example.com`;
  await inPrismaTransaction(acme, (t) =>
    queueMail(t, {
      to,
      locale: "en",
      template: "login_code",
      code: "123456",
      lifetimeSeconds: 600,
    }),
  );
  const find = () =>
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.mailMessage.findFirstOrThrow({ where: { recipient: to } }),
    );
  const { id } = await find();
  const { tenantId, environmentId } = acme;
  await whileDisabled(() => deliverMail({ tenantId, environmentId, messageId: id }));
  expect(await find()).toMatchObject({
    status: "failed",
    lastError: "the tenant is disabled",
    sealedProps: null,
  });
});

test("other tenants notice nothing", async () => {
  const beside = await aTenant();
  const { id } = await aSession(beside);
  await disableTenant(by, acme.publicId, null);
  expect((await validateSession(beside, id)).reason).toBeNull();
  await enableTenant(by, acme.publicId);
});

async function signedIn() {
  return signIn(new Browser(), client, (await aUser(acme)).id);
}

async function oauthToken(form: Record<string, string>) {
  const response = await oauthTokenRoute(
    new Request("http://localhost:3000/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    }),
    { params: Promise.resolve({}) },
  );
  return { status: response.status, body: await response.json() };
}
