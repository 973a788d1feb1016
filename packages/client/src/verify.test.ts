import "@/tests/support/issuer-port";

import { createAtrium, createLogin, memoryStore } from "@atrium/client";
import { createLogoutReceiver, createVerifier } from "@atrium/client/verify";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signer } from "@/lib/core/signing-keys/signing-keys";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { aSession } from "@/tests/builders/a-session";
import { aWholeService } from "@/tests/support/whole-service";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
let other: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  [product, other] = [await aProduct(), await aProduct()];
}, 120_000);
afterAll(() => service.stop());

async function tokenOf({ settings, tenant, person }: TestProduct): Promise<string> {
  const session = await aSession(tenant, { userId: person.id });
  const { access_token } = await createLogin(createAtrium(settings)).token(session.id, settings);
  return access_token;
}

const verifierOf = ({ settings }: TestProduct) => createVerifier(settings);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a user access token is verified, and the keys are fetched once", async () => {
  const verify = verifierOf(product);
  const fetched = vi.spyOn(globalThis, "fetch");
  const [first, second] = [await tokenOf(product), await tokenOf(product)];
  const claims = await verify(first);
  await Promise.all([verify(first), verify(second), verify(second)]);
  const keys = fetched.mock.calls.filter(([url]) => String(url).endsWith("/oauth/jwks"));
  fetched.mockRestore();
  expect(keys).toHaveLength(1);
  expect(claims).toMatchObject({
    sub: product.person.id,
    org_id: product.person.organizationId,
    tenant_id: product.settings.tenantId,
    permissions: ["reports:read"],
  });
});

test("a token of another tenant, and of another app, is refused", async () => {
  await expect(verifierOf(product)(await tokenOf(other))).rejects.toThrow();
  const strict = createVerifier({ ...product.settings, tenantId: other.settings.tenantId });
  await expect(strict(await tokenOf(product))).rejects.toThrow(/tenant/);
});

test("a machine token, an activity token and a logout token don't pass for a user's", async () => {
  const verify = verifierOf(product);
  await expect(verify(await createAtrium(product.settings).machineToken())).rejects.toThrow();
  const { activityToken } = await aSession(product.tenant);
  await expect(verify(activityToken)).rejects.toThrow();
  await expect(verify(await logoutToken({}))).rejects.toThrow();
});

test("an expired token, another issuer's, and one without a kind are refused although their signatures are good", async () => {
  const { kid, alg, key } = await signer("user_token");
  const now = Math.floor(Date.now() / 1000);
  const good = {
    iss: product.settings.baseUrl,
    aud: product.settings.appId,
    sub: "u",
    sid: "s",
    tenant_id: product.settings.tenantId,
    iat: now,
    exp: now + 60,
  };
  const sign = (claims: object, header = {}) =>
    new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg, kid, typ: "at+jwt", ...header })
      .sign(key);
  const verify = verifierOf(product);
  await expect(verify(await sign({}))).resolves.toMatchObject({ sub: "u" });
  for (const token of [
    await sign({ exp: now - 10 }),
    // Bound to a key, which a bearer token is not.
    await sign({ cnf: { jkt: "thumbprint" } }),
    await sign({ exp: undefined }),
    await sign({ iss: "https://other.example" }),
    await sign({ aud: other.settings.appId }),
    await sign({ sid: undefined }),
    await sign({}, { typ: "JWT" }),
    await sign({}, { kid: "unknown" }),
  ])
    await expect(verify(token)).rejects.toThrow();
});

test("a token without a signature, or with another signer's, is refused", async () => {
  const verify = verifierOf(product);
  const [header = "", payload = ""] = (await tokenOf(product)).split(".");
  const none = encode({ alg: "none", typ: "at+jwt" });
  await expect(verify(`${none}.${payload}.`)).rejects.toThrow();
  await expect(verify(`${header}.${payload}.AAAA`)).rejects.toThrow();
  const { privateKey, publicKey } = await generateKeyPair("EdDSA");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const real = JSON.parse(Buffer.from(header, "base64url").toString());
  for (const extra of [{ kid: real.kid }, { kid: real.kid, jwk: await exportJWK(publicKey) }]) {
    const forged = new SignJWT(claims).setProtectedHeader({
      alg: "EdDSA",
      typ: "at+jwt",
      ...extra,
    });
    await expect(verify(await forged.sign(privateKey))).rejects.toThrow();
  }
  // The public key's bytes as the secret of an HMAC.
  const jwks = await (await fetch(`${product.settings.baseUrl}/oauth/jwks`)).json();
  const secret = new TextEncoder().encode(JSON.stringify(jwks.keys[0]));
  const confused = new SignJWT(claims).setProtectedHeader({
    alg: "HS256",
    typ: "at+jwt",
    kid: real.kid,
  });
  await expect(verify(await confused.sign(secret))).rejects.toThrow();
});

/** Makes a logout token as the service does, for the client `aoc_1`. */
async function logoutToken(claims: object, header = {}): Promise<string> {
  const { kid, alg, key } = await signer("id_token");
  const iat = Math.floor(Date.now() / 1000);
  const good = {
    iss: product.settings.baseUrl,
    aud: "aoc_1",
    iat,
    exp: iat + 120,
    jti: crypto.randomUUID(),
  };
  return new SignJWT({ ...good, sub: "u1", sid: "s1", events: { [EVENT]: {} }, ...claims })
    .setProtectedHeader({ alg, kid, typ: "logout+jwt", ...header })
    .sign(key);
}

const receiverOf = (store = memoryStore()) =>
  createLogoutReceiver({ baseUrl: product.settings.baseUrl, clientId: "aoc_1", store });

test("a logout token ends its session once, even when it arrives twenty times in parallel", async () => {
  const receive = receiverOf();
  const end = vi.fn(async () => {});
  const token = await logoutToken({});
  const taken = await Promise.all(Array.from({ length: 20 }, () => receive(token, end)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(end).toHaveBeenCalledExactlyOnceWith({ sid: "s1", sub: "u1", at: expect.any(Date) });
});

test("servers that share a store recognise each other's tokens", async () => {
  const store = memoryStore();
  const token = await logoutToken({});
  expect(await receiverOf(store)(token, async () => {})).toBe(true);
  expect(await receiverOf(store)(token, async () => {})).toBe(false);
});

test("a logout that failed may be repeated", async () => {
  const receive = receiverOf();
  const token = await logoutToken({});
  const failing = receive(token, async () => {
    throw new Error("the store is away");
  });
  await expect(failing).rejects.toThrow("the store is away");
  expect(await receive(token, async () => {})).toBe(true);
});

test("anything that is not exactly a logout token for this client is refused, and ends nothing", async () => {
  const receive = receiverOf();
  const end = vi.fn(async () => {});
  const past = Math.floor(Date.now() / 1000) - 1000;
  const [, payload = ""] = (await logoutToken({})).split(".");
  const tokens = [
    await logoutToken({ iss: "https://other.example" }),
    await logoutToken({ aud: "aoc_2" }),
    await logoutToken({ iat: past, exp: past + 120 }),
    await logoutToken({ iat: past, exp: past + 2000 }),
    await logoutToken({ events: {} }),
    await logoutToken({ events: { [EVENT]: "yes" } }),
    await logoutToken({ nonce: "n" }),
    await logoutToken({ sid: undefined, sub: undefined }),
    await logoutToken({ jti: undefined }),
    await logoutToken({}, { typ: "JWT" }),
    `${encode({ alg: "none", typ: "logout+jwt" })}.${payload}.`,
    "",
  ];
  for (const token of tokens) await expect(receive(token, end)).rejects.toThrow();
  expect(end).not.toHaveBeenCalled();
});
