import { beforeAll, expect, test } from "vitest";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { POST as userinfoPostRoute, GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { newestNonce } from "@/lib/core/oidc/provider/proof-nonces";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { aClientKey, type ClientKey } from "@/tests/builders/a-client-key";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import { aProof, prove, sendProof } from "@/tests/support/dpop-client";
import { proofOf } from "@/tests/support/post-form";

const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;

let acme: TestEnvironment;
let client: TestOidcClient;
let user: { id: string };
let key: ClientKey;
let thief: ClientKey;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme, { type: "public" });
  user = await aUser(acme);
  key = await aClientKey();
  thief = await aClientKey();
});

const path = "/oauth/token";

async function codeForm(of = client, extra: Record<string, string> = {}, userId = user.id) {
  const { callback, verifier } = await signIn(new Browser(), of, userId, extra);
  return {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: of.redirectUri,
    code_verifier: verifier,
    ...proofOf(of),
  };
}

const tokens = async (of = client, userId = user.id) =>
  (await prove(tokenRoute, { path, key, form: await codeForm(of, {}, userId) })).body;
const userinfo = { path: "/oauth/userinfo", method: "GET" } as const;
const read = (token: string, by = key, more: { claims?: Record<string, unknown> } = {}) =>
  prove(userinfoRoute, { ...userinfo, key: by, token, ...more });

test("a proof without a nonce is answered with one, and consumes no code", async () => {
  const form = await codeForm();
  const request = { path, key, form };
  const first = await sendProof(tokenRoute, request, await aProof(request));
  expect([first.status, first.body.error]).toEqual([400, "use_dpop_nonce"]);
  const made = { ...request, nonce: "of-my-own" };
  expect((await sendProof(tokenRoute, made, await aProof(made))).body.error).toBe("use_dpop_nonce");
  const second = { ...request, nonce: first.nonce ?? "" };
  const { status, body } = await sendProof(tokenRoute, second, await aProof(second));
  expect([status, body.token_type]).toEqual([200, "DPoP"]);
});

test("a bound access token works only with its key", async () => {
  const { access_token: token = "" } = await tokens();
  expect((await read(token)).body.sub).toBe(user.id);
  const stolen = await read(token, thief);
  expect([stolen.status, stolen.body.error]).toEqual([401, "invalid_token"]);
  const asBearer = { ...userinfo, key, token, scheme: "Bearer" } as const;
  const bearer = await sendProof(userinfoRoute, asBearer, "");
  expect([bearer.status, bearer.body.error]).toEqual([401, "invalid_token"]);
});

test.each([
  ["for another token", { ath: "x" }],
  ["for another address", { htu: "https://elsewhere.example.com/oauth/userinfo" }],
  ["for another method", { htm: "DELETE" }],
  ["without jti", { jti: undefined }],
])("a proof %s is invalid", async (_, claims) => {
  const { access_token: token = "" } = await tokens();
  const { status, challenge } = await read(token, key, { claims });
  expect(status).toBe(401);
  expect(challenge).toContain("invalid_dpop_proof");
});

test("userinfo by POST accepts a proof for POST, and none for GET", async () => {
  const { access_token: token = "" } = await tokens();
  const posted = { path: "/oauth/userinfo", key, token };
  expect((await prove(userinfoPostRoute, posted)).body.sub).toBe(user.id);
  const other = await prove(userinfoPostRoute, { ...posted, claims: { htm: "GET" } });
  expect([other.status, other.body.error]).toEqual([401, "invalid_dpop_proof"]);
});

test("a proof works once in any number of parallel requests", async () => {
  const { access_token: token = "" } = await tokens();
  const { nonce = "" } = await sendProof(
    userinfoRoute,
    { ...userinfo, key, token },
    await aProof({ ...userinfo, key, token }),
  );
  const request = { ...userinfo, key, token, nonce };
  const proof = await aProof(request);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendProof(userinfoRoute, request, proof)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
});

test("a used proof stays used, whether the service or the provider verifies it", async () => {
  const { access_token: token = "" } = await tokens();
  const claims = { jti: crypto.randomUUID() };
  expect((await read(token, key, { claims })).status).toBe(200);
  const again = await read(token, key, { claims });
  expect([again.status, again.body.error]).toEqual([401, "invalid_token"]);
  expect(again.challenge).toMatch(/^DPoP .*error="invalid_token".*, algs="ES256 EdDSA Ed25519"$/);
  // With an `exp` claim, the provider verifies the proof itself.
  const late = { ...claims, exp: Math.floor(Date.now() / 1000) + 60 };
  expect((await read(token, key, { claims: late })).status).toBe(401);
  const fresh = { jti: crypto.randomUUID(), exp: late.exp };
  expect((await read(token, key, { claims: fresh })).status).toBe(200);
  expect((await read(token, key, { claims: { jti: fresh.jti } })).status).toBe(401);
});

test("an unbound token accepts no proof, and a bound one no other scheme", async () => {
  const usual = await anOidcClient(acme);
  const plain = await exchangeCode(usual, await signIn(new Browser(), usual, user.id));
  expect((await read(plain.body.access_token ?? "")).status).toBe(401);
  const { access_token: token = "" } = await tokens();
  const request = { ...userinfo, key, token, scheme: "Bearer", nonce: newestNonce() } as const;
  expect((await sendProof(userinfoRoute, request, await aProof(request))).status).toBe(400);
});

test("a refresh token of a public client is bound to the key, and its successor too", async () => {
  const first = await tokens();
  const refresh = (token = "", by = key) => {
    const form = { grant_type: "refresh_token", refresh_token: token, client_id: client.clientId };
    return prove(tokenRoute, { path, key: by, form });
  };
  expect((await refresh(first.refresh_token, thief)).body.error).toBe("invalid_grant");
  const next = await refresh(first.refresh_token);
  expect([next.status, next.body.token_type]).toEqual([200, "DPoP"]);
  expect((await refresh(next.body.refresh_token, thief)).body.error).toBe("invalid_grant");
});

test("a code requested with dpop_jkt can be redeemed only with that key", async () => {
  const extra = { dpop_jkt: key.kid };
  const stolen = await prove(tokenRoute, { path, key: thief, form: await codeForm(client, extra) });
  expect(stolen.status).toBe(400);
  const own = await prove(tokenRoute, { path, key, form: await codeForm(client, extra) });
  expect(own.status).toBe(200);
});

test("a client whose tokens are bound gets none without a proof; any other needs none", async () => {
  const bound = await anOidcClient(acme, { dpopBoundAccessTokens: true });
  const signedIn = await signIn(new Browser(), bound, user.id);
  expect((await exchangeCode(bound, signedIn)).status).toBe(400);
  expect((await tokens(bound)).token_type).toBe("DPoP");
  const usual = await anOidcClient(acme);
  const plain = await exchangeCode(usual, await signIn(new Browser(), usual, user.id));
  expect([plain.status, plain.body.token_type]).toEqual([200, "Bearer"]);
});

test.each<
  [string, (place: { of: TestEnvironment; client: TestOidcClient; userId: string }) => unknown]
>([
  ["whose user was suspended", ({ of, userId }) => suspendUser(of, userId, null)],
  ["whose user was deleted", ({ of, userId }) => deleteUser(of, userId)],
  ["whose client was revoked", ({ of, client: { id } }) => revokeOidcClient(of, id)],
  ["whose tenant is disabled", ({ of }) => disableTenant(operator, of.publicId, null)],
])("a bound token %s is worthless, even with the right key", async (_, end) => {
  const of = await aTenant();
  const its = await anOidcClient(of, { type: "public" });
  const { id: userId } = await aUser(of);
  const { access_token: token = "", refresh_token } = await tokens(its, userId);
  expect((await read(token)).status).toBe(200);
  await end({ of, client: its, userId });
  expect((await read(token)).status).toBe(401);
  const form = {
    grant_type: "refresh_token",
    refresh_token: refresh_token ?? "",
    client_id: its.clientId,
  };
  expect([400, 401]).toContain((await prove(tokenRoute, { path, key, form })).status);
});
