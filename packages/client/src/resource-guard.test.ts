import "@/tests/support/issuer-port";

import { createAtrium, createLogin, memoryStore, type SharedStore } from "@atrium/client";
import { createResourceGuard, createVerifier, TokenRefused } from "@atrium/client/verify";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signer } from "@/lib/core/signing-keys/signing-keys";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { aClientKey, type ClientKey } from "@/tests/builders/a-client-key";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { aSession } from "@/tests/builders/a-session";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { tokensBoundTo } from "@/tests/builders/tokens-bound-to";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import { aProof } from "@/tests/support/dpop-client";
import { aWholeService } from "@/tests/support/whole-service";

const ORIGIN = "https://api.example";
const path = "/orders";

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
let key: ClientKey;
let thief: ClientKey;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
  [key, thief] = [await aClientKey(), await aClientKey()];
}, 120_000);
afterAll(() => service.stop());

const boundTokens = (userId?: string) => tokensBoundTo(key, product, userId);

type Claims = Record<string, unknown>;

/** Makes a proof for the API. */
const proofFor = (token: string, claims: Claims = {}, by = key) =>
  aProof({ path, key: by, method: "GET", token, claims: { htu: `${ORIGIN}${path}`, ...claims } });

function requestWith(token: string, proof?: string, scheme = "DPoP"): Request {
  const headers = new Headers({ authorization: `${scheme} ${token}` });
  if (proof !== undefined) headers.set("dpop", proof);
  // As received behind a proxy: with another name than callers know.
  return new Request(`http://10.0.0.7:3000${path}?page=2`, { headers });
}

const guardOf = (
  of: TestProduct = product,
  more: Partial<Parameters<typeof createResourceGuard>[0]> = {},
) =>
  createResourceGuard({
    atrium: createAtrium(of.settings),
    origin: ORIGIN,
    proofs: memoryStore(),
    ...more,
  });

async function refusal(asking: Promise<unknown>): Promise<TokenRefused> {
  const error = await asking.then(
    () => new Error("it was let through"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TokenRefused)) throw error;
  return error;
}

test("a bound token with its key's proof is accepted, and its claims are returned", async () => {
  const { access_token: token = "" } = await boundTokens();
  const known = await guardOf()(requestWith(token, await proofFor(token)));
  expect(known).toMatchObject({ active: true, sub: product.person.id, token_type: "DPoP" });
});

test("a stolen token is useless without its key: as a bearer token, without a proof, with the thief's", async () => {
  const guard = guardOf();
  const { access_token: token = "" } = await boundTokens();
  expect((await refusal(guard(requestWith(token, undefined, "Bearer")))).challenge).toContain(
    'error="invalid_token"',
  );
  expect((await refusal(guard(requestWith(token)))).challenge).toContain("invalid_dpop_proof");
  const stolen = await refusal(guard(requestWith(token, await proofFor(token, {}, thief))));
  expect([stolen.status, stolen.message]).toEqual([
    401,
    "The proof is of another key than the token's",
  ]);
});

test.each([
  ["for another method", { htm: "POST" }],
  ["for another address", { htu: `${ORIGIN}/invoices` }],
  ["for another service", { htu: `https://other.example${path}` }],
  ["for another token", { ath: "x" }],
  ["without a hash of the token", { ath: undefined }],
  ["without jti", { jti: undefined }],
  ["that is two minutes old", { iat: Math.floor(Date.now() / 1000) - 120 }],
  ["of the next hour", { iat: Math.floor(Date.now() / 1000) + 3600 }],
])("a proof %s is refused", async (_, claims: Claims) => {
  const { access_token: token = "" } = await boundTokens();
  const { status, challenge } = await refusal(
    guardOf()(requestWith(token, await proofFor(token, claims))),
  );
  expect([status, challenge]).toEqual([401, 'DPoP error="invalid_dpop_proof", algs="ES256 EdDSA"']);
});

test("an address with a query, with the usual port or in capitals is the same address", async () => {
  const guard = guardOf();
  const { access_token: token = "" } = await boundTokens();
  for (const htu of [`${ORIGIN}${path}?page=3#x`, `HTTPS://API.example:443${path}`])
    expect((await guard(requestWith(token, await proofFor(token, { htu })))).active).toBe(true);
});

test("a proof works once at two servers that share a store", async () => {
  const proofs: SharedStore = memoryStore();
  const servers = [guardOf(product, { proofs }), guardOf(product, { proofs })];
  const { access_token: token = "" } = await boundTokens();
  const proof = await proofFor(token);
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => servers[at % 2]?.(requestWith(token, proof))),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a bearer token is accepted as one, and not with a proof", async () => {
  const client = await anOidcClient(product.tenant);
  const signedIn = await signIn(new Browser(), client, product.person.id);
  const token = String((await exchangeCode(client, signedIn)).body.access_token);
  expect((await guardOf()(requestWith(token, undefined, "Bearer"))).sub).toBe(product.person.id);
  const proved = await refusal(guardOf()(requestWith(token, await proofFor(token))));
  expect(proved.message).toBe("The token is bound to no key");
});

test("any other token is refused: none, nonsense, a refresh token, a machine token, another tenant's", async () => {
  const guard = guardOf();
  const none = await refusal(guard(new Request(`${ORIGIN}${path}`)));
  expect([none.status, none.challenge]).toEqual([401, 'Bearer, DPoP algs="ES256 EdDSA"']);
  const { refresh_token: refresh = "", access_token: token = "" } = await boundTokens();
  const machine = await createAtrium(product.settings).machineToken();
  for (const one of ["nonsense", refresh, machine])
    expect((await refusal(guard(requestWith(one, undefined, "Bearer")))).status).toBe(401);
  const elsewhere = guardOf(await aProduct());
  expect((await refusal(elsewhere(requestWith(token, await proofFor(token))))).message).toBe(
    "The token may not be used",
  );
});

test("a token of a user who was suspended is refused, with the right proof too", async () => {
  const gone = await product.newPerson();
  const { access_token: token = "" } = await boundTokens(gone.id);
  await guardOf()(requestWith(token, await proofFor(token)));
  await suspendUser(product.tenant, gone.id, null);
  expect((await refusal(guardOf()(requestWith(token, await proofFor(token))))).status).toBe(401);
});

test("a token that lacks a scope is 403, which names the scope", async () => {
  const guard = guardOf(product, { scopes: ["openid", "orders:read"] });
  const { access_token: token = "" } = await boundTokens();
  const { status, challenge } = await refusal(guard(requestWith(token, await proofFor(token))));
  expect([status, challenge]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="openid orders:read"',
  ]);
});

test("a user access token is accepted where the guard names its app", async () => {
  const session = await aSession(product.tenant, { userId: product.person.id });
  const login = createLogin(createAtrium(product.settings));
  const { access_token: token } = await login.token(session.id, product.settings);
  const ofApp = guardOf(product, { audience: product.settings.appId });
  expect((await ofApp(requestWith(token, undefined, "Bearer"))).sub).toBe(product.person.id);
  expect((await refusal(guardOf()(requestWith(token, undefined, "Bearer")))).message).toBe(
    "The token is for somebody else",
  );
});

test("createVerifier accepts a bound user token with its proof, once, and refuses it without", async () => {
  const { settings, person } = product;
  const { kid, key: signing } = await signer("user_token");
  const token = await new SignJWT({
    ...{ sid: crypto.randomUUID(), tenant_id: settings.tenantId, cnf: { jkt: key.kid } },
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid })
    .setIssuer(settings.baseUrl)
    .setAudience(settings.appId)
    .setSubject(person.id)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(signing);
  const verify = createVerifier({ ...settings, proofs: memoryStore() });
  const presented = { proof: await proofFor(token), method: "GET", url: `${ORIGIN}${path}` };
  await expect(verify(token)).rejects.toThrow(/bound to a key/);
  await expect(createVerifier(settings)(token, presented)).rejects.toThrow(/bound to a key/);
  const stolen = { ...presented, proof: await proofFor(token, {}, thief) };
  await expect(verify(token, stolen)).rejects.toThrow(/another key/);
  expect((await verify(token, presented)).sub).toBe(person.id);
  await expect(verify(token, presented)).rejects.toThrow(/used before/);
});
