import { beforeAll, expect, test } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as introspectRoute } from "@/app/oauth/introspect/route";
import { POST as logoutForm, GET as logoutRoute } from "@/app/oauth/logout/route";
import { POST as parRoute } from "@/app/oauth/par/route";
import { POST as revokeRoute } from "@/app/oauth/revoke/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeForm,
  authorizeUrl,
  Browser,
  exchangeCode,
  locationOf,
  pkce,
  signIn,
} from "@/tests/support/browser";
import { postForm, proofOf } from "@/tests/support/post-form";

let acme: TestEnvironment;
let client: TestOidcClient;
let proof: ReturnType<typeof proofOf>;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme, { deviceAuthorization: true });
  proof = proofOf(client);
});

const nothing = Object.fromEntries(
  [
    ...["request", "request_uri", "claims", "display", "dpop_jkt", "id_token_hint", "prompt"],
    ...["organization_id", "login_hint", "client_assertion", "client_assertion_type", "resource"],
  ].map((name) => [name, ""]),
);
const requestOf = (extra: Record<string, string> = {}) =>
  authorizeForm(client, pkce().challenge, extra);

test("a parameter without a value counts as omitted, at every endpoint", async () => {
  const address = authorizeUrl(client, pkce().challenge, nothing);
  expect(locationOf(await new Browser().go(authorizeRoute, address)).pathname).toBe("/login");
  const pushed = await postForm(parRoute, "/oauth/par", { ...requestOf(nothing), ...proof });
  expect(pushed.status).toBe(201);
  const { body } = await exchangeCode(
    client,
    await signIn(new Browser(), client, (await aUser(acme)).id),
  );
  const [refresh, access] = [String(body.refresh_token), String(body.access_token)];
  const grant = { grant_type: "refresh_token", refresh_token: refresh, scope: "" };
  const requests = [
    postForm(tokenRoute, "/oauth/token", { ...nothing, ...grant, ...proof }),
    postForm(deviceRoute, "/oauth/device", { ...nothing, ...proof, scope: "" }),
    postForm(introspectRoute, "/oauth/introspect", { ...nothing, ...proof, token: access }),
    postForm(revokeRoute, "/oauth/revoke", {
      ...{ ...nothing, ...proof, token: access, token_type_hint: "" },
    }),
  ];
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const out = `/oauth/logout?${new URLSearchParams({ client_id: client.clientId, id_token_hint: "", post_logout_redirect_uri: "", state: "" })}`;
  expect((await new Browser().go(logoutRoute, out)).status).toBe(303);
});

test("a request without scope means openid; one with only unknown scopes is refused before the sign-in", async () => {
  const { scope: _, ...without } = requestOf();
  const browser = new Browser();
  const address = `/oauth/authorize?${new URLSearchParams(without)}`;
  expect(locationOf(await browser.go(authorizeRoute, address)).pathname).toBe("/login");
  const { body } = await exchangeCode(
    client,
    await signIn(new Browser(), client, (await aUser(acme)).id, { scope: "" }),
  );
  expect([body.scope, typeof body.id_token]).toEqual(["openid", "string"]);
  const unknown = { scope: "offline_access read:all" };
  const refused = locationOf(
    await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge, unknown)),
  );
  expect([refused.searchParams.get("error"), refused.searchParams.get("state")]).toEqual([
    "invalid_scope",
    "the-state",
  ]);
  for (const [route, path, form] of [
    [parRoute, "/oauth/par", requestOf(unknown)],
    [deviceRoute, "/oauth/device", unknown],
  ] as const) {
    const answer = await postForm(route, path, { ...form, ...proof });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_scope"]);
  }
});

test("a form signs out as the address does, by a redirect to the address, to which the browser sends its cookies", async () => {
  const browser = new Browser();
  const signedIn = await signIn(browser, client, (await aUser(acme)).id);
  const { body } = await exchangeCode(client, signedIn);
  const send = async (form: Record<string, string>) => {
    const sent = await postForm(logoutForm, "/oauth/logout", form, {
      origin: "https://rp.example.com",
    });
    expect(sent.status).toBe(303);
    return browser.go(logoutRoute, sent.headers.get("location") ?? "");
  };
  const page = await send({ client_id: client.clientId });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("confirmation")]);
  const gone = await send({ id_token_hint: String(body.id_token) });
  expect([gone.status, locationOf(gone).pathname]).toEqual([303, "/signed-out"]);
  expect(gone.headers.getSetCookie().join()).toContain("Max-Age=0");
});

test("the query of a registered address is unchanged to the byte, with the answer behind it", async () => {
  const query = "flag&sig=a%2Fb~c&list=(1)&p=/x/y&e=%E4&t=a%20b&semi=a;b&d=%2e";
  const redirectUri = `https://app.example/cb?${query}`;
  const own = await anOidcClient(acme, {
    ...{ redirectUris: [redirectUri], postLogoutRedirectUris: [redirectUri] },
  });
  const browser = new Browser();
  const { response } = await signIn(browser, own, (await aUser(acme)).id);
  expect(response.headers.get("location")).toContain(`https://app.example/cb?${query}&code=`);
  const again = await browser.go(authorizeRoute, authorizeUrl(own, pkce().challenge));
  expect(again.headers.get("location")).toContain(`https://app.example/cb?${query}&code=`);
  const refused = await browser.go(authorizeRoute, authorizeUrl(own, "short"));
  expect(refused.headers.get("location")).toContain(`https://app.example/cb?${query}&error=`);
  const out = new URLSearchParams({
    ...{ client_id: own.clientId, post_logout_redirect_uri: redirectUri, state: "s t" },
  });
  const left = await new Browser().go(logoutRoute, `/oauth/logout?${out}`);
  expect(left.headers.get("location")).toBe(`${redirectUri}&state=s+t`);
});
