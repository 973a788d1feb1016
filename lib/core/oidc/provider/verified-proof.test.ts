import { createHash } from "node:crypto";
import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { newestNonce } from "@/lib/core/oidc/provider/proof-nonces";
import { verifiedProof } from "@/lib/core/oidc/provider/verified-proof";
import { config } from "@/lib/kernel/config/config";
import { aClientKey, type ClientKey } from "@/tests/builders/a-client-key";
import { aTenant } from "@/tests/builders/a-tenant";
import { aProof } from "@/tests/support/dpop-client";

const path = "/oauth/userinfo";
const token = "a-token";
const about = { method: "GET", path, token };
let key: ClientKey;
beforeAll(async () => {
  await aTenant();
  key = await aClientKey();
});

const made = (claims: Record<string, unknown> = {}, nonce = newestNonce()) =>
  aProof({ path, key, method: "GET", token, nonce, claims });

async function withHeader(header: Record<string, unknown>, by = key.privateKey) {
  const { kty, crv, x, y } = key.publicJwk;
  const jwk = { kty, crv, x, y };
  const ath = createHash("sha256").update(token).digest("base64url");
  const htu = `${config().baseUrl}${path}`;
  return new SignJWT({ jti: crypto.randomUUID(), htm: "GET", htu, ath, nonce: newestNonce() })
    .setIssuedAt()
    .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk, ...header })
    .sign(by);
}

test("a usual proof yields its jti and its key, also when the key is cached", async () => {
  for (const jti of ["one", "two"])
    expect(verifiedProof(await made({ jti }), about)).toEqual({ jti, thumbprint: key.kid });
  expect(verifiedProof(await withHeader({}), about)?.thumbprint).toBe(key.kid);
});

test.each([
  ["another method", { htm: "POST" }],
  ["another address", { htu: "https://elsewhere.example.com/oauth/userinfo" }],
  ["another token", { ath: "x" }],
  ["no token", { ath: undefined }],
  ["no jti", { jti: undefined }],
  ["a jti that is no text", { jti: 7 }],
  ["no time", { iat: undefined }],
  ["a nonce of its own", { nonce: "of-my-own" }],
  ["no nonce", { nonce: undefined }],
  ["an end", { exp: 1 }],
])("a proof with %s is left to the provider", async (_, claims) => {
  expect(verifiedProof(await made(claims), about)).toBeNull();
});

test.each([
  ["another type", { typ: "jwt" }],
  ["a critical extension", { crit: ["b64"], b64: true }],
  ["a key id", { kid: "mine" }],
  ["no key", { jwk: undefined }],
  ["a key that is no point of the curve", { jwk: { kty: "EC", crv: "P-256", x: "AQ", y: "AQ" } }],
])("a proof whose header has %s is left to the provider", async (_, header) => {
  expect(verifiedProof(await withHeader(header), about)).toBeNull();
});

test("a secret, or a private key, is no valid proof key", async () => {
  const [, payload] = (await made()).split(".");
  const header = (jwk: object, alg: string) =>
    Buffer.from(JSON.stringify({ typ: "dpop+jwt", alg, jwk })).toString("base64url");
  for (const [jwk, alg] of [
    [{ kty: "oct", k: "AAAA" }, "HS256"],
    [{ ...key.publicJwk, d: "AAAA" }, "ES256"],
    [key.publicJwk, "none"],
  ] as const)
    expect(verifiedProof(`${header(jwk, alg)}.${payload}.AAAA`, about)).toBeNull();
});

test("another key's signature is invalid under a cached header", async () => {
  expect(verifiedProof(await withHeader({}), about)).not.toBeNull();
  const { privateKey } = await generateKeyPair("ES256");
  expect(verifiedProof(await withHeader({}, privateKey), about)).toBeNull();
  const [header, payload, signature] = (await made()).split(".");
  const [, other] = (await made()).split(".");
  expect(verifiedProof(`${header}.${other}.${signature}`, about)).toBeNull();
  expect(verifiedProof(`${header}.${payload}.${signature}=`, about)).toBeNull();
  expect(verifiedProof(`${header}.${payload}.${signature}.`, about)).toBeNull();
  expect(verifiedProof(`${header}.${payload}`, about)).toBeNull();
});
