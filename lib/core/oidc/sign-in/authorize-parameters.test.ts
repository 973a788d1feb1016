import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { POST as authorizePost, GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { completeConsent, completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { signedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeForm,
  authorizeUrl,
  Browser,
  exchangeCode,
  interactionIn,
  locationOf,
  pkce,
  signIn,
} from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

let acme: TestEnvironment;
let client: TestOidcClient;
let ada: { id: string; email: string };
let grace: { id: string; email: string };
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  ada = await aUser(acme, { displayName: "Ada" });
  grace = await aUser(acme);
});

const formOf = () => new URLSearchParams(authorizeForm(client, pkce().challenge)).toString();
const addressWith = (extra: Record<string, string>) =>
  authorizeUrl(client, pkce().challenge, extra);
const ask = (extra: Record<string, string>, browser = new Browser()) =>
  browser.go(authorizeRoute, addressWith(extra));
const refusal = async (response: Response) => {
  const { searchParams } = locationOf(response);
  return [searchParams.get("error"), searchParams.get("error_description")];
};
const idTokenOf = async (userId: string, of = client) =>
  (await exchangeCode(of, await signIn(new Browser(), of, userId))).body.id_token ?? "";

async function post(query: string, body: string, type = "application/x-www-form-urlencoded") {
  const url = new URL(`/oauth/authorize${query}`, config().baseUrl);
  const init = { method: "POST", headers: { "content-type": type }, body };
  return authorizePost(new Request(url, init), { params: Promise.resolve({}) });
}

test("a form is answered like the address: a signed-in browser continues without a page", async () => {
  const browser = new Browser();
  await signIn(browser, client, ada.id);
  // A form from another site comes without cookies, and the address that it redirects to with them.
  const sentOn = await post("", formOf());
  expect(sentOn.status).toBe(303);
  const end = locationOf(await browser.go(authorizeRoute, locationOf(sentOn).href));
  expect(end.searchParams.get("code")).toBeTruthy();
});

test("an invalid form, a repeated parameter or a long form is a page without a redirect", async () => {
  const form = formOf();
  const refused = await Promise.all([
    post("", "{}", "application/json"),
    post("", `${form}&state=again`),
    post("", `${form}&login_hint=${"x".repeat(8000)}`),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 413]);
  for (const response of refused) expect(response.headers.get("location")).toBeNull();
});

test("a parameter in both the address and the form of one request is repeated", async () => {
  const sentOn = await post("?state=other", formOf());
  const response = await new Browser().go(authorizeRoute, locationOf(sentOn).href);
  expect(await refusal(response)).toEqual(["invalid_request", "parameter state is repeated"]);
});

test.each(["page", "popup", "touch", "wap"])(
  "display=%s shows the sign-in page, which fits every window",
  async (display) => {
    expect(locationOf(await ask({ display })).pathname).toBe("/login");
  },
);

test("another display, and claims that are no JSON object, are refused by their name", async () => {
  expect(await refusal(await ask({ display: "tiny" }))).toEqual([
    "invalid_request",
    "display must be page, popup, touch, wap",
  ]);
  for (const claims of ["x", "[]", "null", '{"id_token":[]}', '{"userinfo":{"name":7}}'])
    expect(await refusal(await ask({ claims }))).toEqual([
      "invalid_request",
      "claims must be a JSON object with id_token or userinfo, each an object",
    ]);
});

test("acr_values and claims_locales change nothing: there is no acr, and every claim has one text", async () => {
  const plain = await verifiedClaims(await idTokenOf(ada.id), client.clientId);
  const signedIn = await signIn(new Browser(), client, ada.id, {
    acr_values: "phr mfa",
    claims_locales: "de fr",
  });
  const { body } = await exchangeCode(client, signedIn);
  const idToken = await verifiedClaims(body.id_token ?? "", client.clientId);
  expect(Object.keys(idToken).toSorted()).toEqual(Object.keys(plain).toSorted());
  expect(idToken).not.toHaveProperty("acr");
});

test("claims: a claim of an identity scope is in the ID token or at userinfo, as requested", async () => {
  const claims = JSON.stringify({
    id_token: { email: null, nickname: null },
    userinfo: { name: { essential: true }, org_id: null },
  });
  const signedIn = await signIn(new Browser(), client, ada.id, { scope: "openid", claims });
  const { body } = await exchangeCode(client, signedIn);
  const idToken = await verifiedClaims(body.id_token ?? "", client.clientId);
  expect(idToken).toMatchObject({ email: ada.email });
  for (const name of ["name", "nickname", "org_id"]) expect(idToken).not.toHaveProperty(name);
});

test("claims: an essential acr is refused, because no sign-in could satisfy it", async () => {
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ["mfa"] } } });
  const [error, description] = await refusal(await ask({ claims }));
  expect([error, description]).toEqual([
    "invalid_request",
    "claims: acr can not be essential, because this service has no acr",
  ]);
});

test("claims: a client that is not first-party needs consent for the claims that it names", async () => {
  const partner = await anOidcClient(acme, { firstParty: false });
  const browser = new Browser();
  const claims = JSON.stringify({ id_token: { email: null } });
  const { callback, verifier } = await signIn(browser, partner, ada.id, {
    scope: "openid",
    claims,
  });
  expect(callback.pathname).toBe("/consent");
  const uid = callback.searchParams.get("interaction") ?? "";
  expect((await readInteraction(uid, browser.read))?.scopes).toEqual(["openid", "email"]);
  const next = await completeConsent(await interactionIn(browser, uid), true, noRequest);
  const end = locationOf(await browser.go(resumeRoute, next ?? ""));
  const { body } = await exchangeCode(partner, { callback: end, verifier });
  expect(await verifiedClaims(body.id_token ?? "", partner.clientId)).toMatchObject({
    email: ada.email,
  });
});

test.each(["id_token_hint", "claims"])(
  "%s of another user than the signed-in one requires that user's sign-in",
  async (name) => {
    const hint =
      name === "claims"
        ? JSON.stringify({ id_token: { sub: { value: ada.id } } })
        : await idTokenOf(ada.id);
    const browser = new Browser();
    await signIn(browser, client, grace.id);
    const target = locationOf(await ask({ [name]: hint }, browser));
    expect(target.pathname).toBe("/login");
    const uid = target.searchParams.get("interaction") ?? "";
    const interaction = await readInteraction(uid, browser.read);
    if (!interaction) throw new Error("there is no sign-in");
    // The page does not offer to continue as Grace.
    expect(await signedInHere(interaction, browser.read)).toMatchObject({
      userId: grace.id,
      mayGoOn: false,
    });
    const login = { authTime: now(), amr: ["pwd"], trustedDeviceId: null, kind: null };
    const next = await completeLogin(interaction.waiting, { ...login, userId: ada.id }, noRequest);
    const end = locationOf(await browser.go(resumeRoute, next ?? ""));
    expect(end.searchParams.get("code")).toBeTruthy();
  },
);

test("a sign-in of another user than the required one gives no code", async () => {
  const hint = await idTokenOf(ada.id);
  const { callback } = await signIn(new Browser(), client, grace.id, { id_token_hint: hint });
  expect(callback.searchParams.get("code")).toBeNull();
  expect(callback.searchParams.get("error")).toBe("login_required");
});

test("an ID token of another client, of no user or for another user than `sub` names is refused", async () => {
  const hint = await idTokenOf(ada.id);
  const others = await idTokenOf(ada.id, await anOidcClient(acme));
  const claims = JSON.stringify({ id_token: { sub: { value: grace.id } } });
  for (const [extra, description] of [
    [{ id_token_hint: others }, "id_token_hint was issued to another client"],
    [{ id_token_hint: `${hint}x` }, "id_token_hint is not a valid ID token of this issuer"],
    [{ id_token_hint: hint, claims }, "id_token_hint and claims mean two different users"],
  ] as const)
    expect(await refusal(await ask(extra))).toEqual(["invalid_request", description]);
});

test("a refusal before the sign-in is sent by form, if that was requested", async () => {
  const response = await ask({
    response_mode: "form_post",
    max_age: "1",
    state: "<'\"&>",
  });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  expect(response.headers.get("content-security-policy")).toMatch(/script-src 'sha256-/);
  const html = await response.text();
  expect(html).toContain(`<form action="${client.redirectUri}" method="post">`);
  expect(html).toContain('name="error" value="invalid_request"');
  expect(html).toContain('name="state" value="&lt;&#x27;&quot;&amp;&gt;"');
  expect(html).toContain(`name="iss" value="${config().baseUrl}"`);
});

test("the refusal of a request object is sent by form too, if it requests that", async () => {
  const claims = { response_mode: "form_post" };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const response = await ask({ request: `eyJhbGciOiJub25lIn0.${payload}.` });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  expect(await response.text()).toContain('name="error" value="request_not_supported"');
});
