import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { noRequest } from "@/lib/kernel/caller";
import { setNetwork } from "@/lib/kernel/outbound/network";
import { aClientKey, anAssertionOf, type ClientKey } from "@/tests/builders/a-client-key";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { aTlsHost, type TlsHost } from "@/tests/support/tls-host";

const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let acme: TestEnvironment;
let key: ClientKey;
let client: TestOidcClient;
let user: { id: string };
let host: TlsHost;
beforeAll(async () => {
  acme = await aTenant();
  key = await aClientKey("PS256");
  client = await keyed(key);
  user = await aUser(acme);
  host = await aTlsHost();
});
afterAll(() => host.stop());

const keyed = (...keys: ClientKey[]) =>
  anOidcClient(acme, {
    tokenEndpointAuthMethod: "private_key_jwt",
    jwks: { keys: keys.map(({ publicJwk }) => publicJwk) },
  });

// An authenticated client sees that the token is unknown, any other that the client is.
const ask = async (proof: Record<string, string>, of = client) => {
  const form = { grant_type: "refresh_token", refresh_token: "unknown", ...proof };
  const { status, body } = await tokenRequest(of, form);
  return `${status} ${body.error}`;
};
const PROVED = "400 invalid_grant";
const UNKNOWN = "401 invalid_client";

test("a client with registered keys has no secret, and redeems its code by an assertion", async () => {
  expect(client.clientSecret).toBe("");
  const signedIn = await signIn(new Browser(), client, user.id);
  const none = await exchangeCode(client, signedIn);
  expect(none.status).toBe(401);
  const { status, body } = await tokenRequest(client, {
    grant_type: "authorization_code",
    code: signedIn.callback.searchParams.get("code") ?? "",
    redirect_uri: client.redirectUri,
    code_verifier: signedIn.verifier,
    ...(await anAssertionOf(client.clientId, key)),
  });
  expect([status, body.token_type]).toEqual([200, "Bearer"]);
});

test.each(["RS256", "PS256", "ES256", "EdDSA"])(
  "an assertion may be signed with %s",
  async (alg) => {
    const own = await aClientKey(alg);
    const of = await keyed(own);
    expect(await ask(await anAssertionOf(of.clientId, own), of)).toBe(PROVED);
  },
);

test("keys of other kinds are ignored, and without a kid each matching one is tried", async () => {
  const keys = await Promise.all(["ES256", "ES256", "ES256"].map((alg) => aClientKey(alg)));
  const bare = keys.map(({ publicJwk: { kid: _, ...rest } }) => rest);
  const others = [
    { kty: "EC", crv: "P-384", x: "AA", y: "AA" },
    { kty: "OKP", crv: "X25519", x: "AA" },
    { kty: "OKP", crv: "Ed448", x: "AA" },
    { kty: "AKP", alg: "ML-DSA-44", pub: "AA" },
  ];
  const of = await anOidcClient(acme, {
    tokenEndpointAuthMethod: "private_key_jwt",
    jwks: { keys: [...others, ...bare.slice(0, 2)] },
  });
  for (const own of keys.slice(0, 2)) {
    expect(await ask(await anAssertionOf(of.clientId, own), of)).toBe(PROVED);
    const unnamed = { ...own, kid: undefined as never };
    expect(await ask(await anAssertionOf(of.clientId, unnamed), of)).toBe(PROVED);
  }
  expect(await ask(await anAssertionOf(of.clientId, keys[2] as ClientKey), of)).toBe(UNKNOWN);
  const unusable = { tokenEndpointAuthMethod: "private_key_jwt", jwks: { keys: others } } as const;
  await expect(anOidcClient(acme, unusable)).rejects.toThrow(/must hold an RSA key/);
  const broken = { ...unusable, jwks: { keys: [{ kty: "EC", crv: "P-256", x: "AA", y: "AA" }] } };
  await expect(anOidcClient(acme, broken)).rejects.toThrow(/RFC 7517/);
});

test("an assertion works once, in any process", async () => {
  const proof = await anAssertionOf(client.clientId, key);
  const form = { grant_type: "refresh_token", refresh_token: "x", client_id: client.clientId };
  const redeem = async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "tests/support/redeem-once.ts"],
      {
        env: {
          ...process.env,
          REDEMPTION: JSON.stringify({ times: 5, form: { ...form, ...proof } }),
        },
        timeout: 60_000,
      },
    );
    return JSON.parse(stdout) as number[];
  };
  const statuses = (await Promise.all([redeem(), redeem()])).flat();
  expect(statuses.filter((status) => status === 400)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(9);
}, 90_000);

test("an assertion that is another client's, too old, too long-lived, without jti or for another audience gets the same refusal", async () => {
  const now = Math.floor(Date.now() / 1000);
  const [otherKey, foreign] = [await aClientKey("PS256"), await keyed(key)];
  const wrong = [
    anAssertionOf(client.clientId, otherKey),
    anAssertionOf(client.clientId, { ...otherKey, kid: key.kid }),
    anAssertionOf(client.clientId, key, { exp: now - 60 }),
    anAssertionOf(client.clientId, key, { exp: now + 3600 }),
    anAssertionOf(client.clientId, key, { nbf: now + 120 }),
    anAssertionOf(client.clientId, key, { jti: undefined }),
    anAssertionOf(client.clientId, key, { aud: "https://elsewhere.example.com" }),
    anAssertionOf(client.clientId, key, { aud: ["http://localhost:3000", "https://x.example"] }),
    anAssertionOf(client.clientId, key, { iss: foreign.clientId }),
  ];
  for (const proof of wrong) expect(await ask(await proof)).toBe(UNKNOWN);
  expect(await ask(await anAssertionOf(client.clientId, key))).toBe(PROVED);
});

test("an assertion with a valid key does not authenticate a client with a secret, or an unknown one", async () => {
  const secret = await anOidcClient(acme);
  expect(
    await ask(await anAssertionOf(secret.clientId, key), { ...secret, clientSecret: "" }),
  ).toBe(UNKNOWN);
  const unknownClient = { ...client, clientId: "aoc_nobody" };
  expect(await ask(await anAssertionOf(unknownClient.clientId, key), unknownClient)).toBe(UNKNOWN);
});

test("a client whose tenant is disabled does not authenticate", async () => {
  const other = await aTenant();
  const of = await anOidcClient(other, {
    tokenEndpointAuthMethod: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  expect(await ask(await anAssertionOf(of.clientId, key), of)).toBe(PROVED);
  await disableTenant(operator, other.publicId, "test");
  expect(await ask(await anAssertionOf(of.clientId, key), of)).toBe(UNKNOWN);
});

test("a client that authenticates by a key can't use or add secrets", async () => {
  const of = await anOidcClient(acme);
  expect(await ask({}, of)).toBe(PROVED);
  await updateOidcClient(acme, of.id, {
    tokenEndpointAuthMethod: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  expect(await ask({}, of)).toBe(UNKNOWN);
  await expect(addClientSecret(acme, of.id)).rejects.toMatchObject({ reason: "unprocessable" });
});

test("a FAPI profile accepts only the issuer as the audience, as a text, and no RS256", async () => {
  const rsa = await aClientKey("RS256");
  const of = await anOidcClient(acme, {
    profile: "fapi2",
    jwks: { keys: [key.publicJwk, rsa.publicJwk] },
  });
  for (const aud of [["http://localhost:3000"], "http://localhost:3000/oauth/token"])
    expect(await ask(await anAssertionOf(of.clientId, key, { aud }), of)).toBe(UNKNOWN);
  expect(await ask(await anAssertionOf(of.clientId, rsa), of)).toBe(UNKNOWN);
  // The client is authenticated: the next error is about the proof of possession.
  expect(await ask(await anAssertionOf(of.clientId, key), of)).not.toBe(UNKNOWN);
});

test("published keys are read through the guarded network, and again for a new key", async () => {
  const restore = setNetwork(host.network);
  try {
    host.answerWith(200);
    host.publish(JSON.stringify({ keys: [key.publicJwk] }));
    const jwksUri = `https://rp.example.com:${host.port}/keys`;
    const of = await anOidcClient(acme, { tokenEndpointAuthMethod: "private_key_jwt", jwksUri });
    expect(await ask(await anAssertionOf(of.clientId, key), of)).toBe(PROVED);
    expect(await ask(await anAssertionOf(of.clientId, key), of)).toBe(PROVED);
    expect(await ask(await anAssertionOf(of.clientId, await aClientKey("ES256")), of)).toBe(
      UNKNOWN,
    );
  } finally {
    restore();
  }
});

test("published keys are read once for many requests, and again for a new key, but not for each unknown one", async () => {
  const restore = setNetwork(host.network);
  try {
    const [first, second] = [await aClientKey("ES256"), await aClientKey("ES256")];
    host.answerWith(200);
    host.publish(JSON.stringify({ keys: [first.publicJwk] }));
    const jwksUri = `https://rp.example.com:${host.port}/turning`;
    const of = await anOidcClient(acme, { tokenEndpointAuthMethod: "private_key_jwt", jwksUri });
    const by = async (one: ClientKey) => ask(await anAssertionOf(of.clientId, one), of);
    const before = host.headers.length;
    const reads = () => host.headers.length - before;
    expect(new Set(await Promise.all([1, 2, 3, 4].map(() => by(first))))).toEqual(
      new Set([PROVED]),
    );
    expect(reads()).toBe(1);
    host.publish(JSON.stringify({ keys: [second.publicJwk] }));
    // Assertions with unknown keys make the service fetch a client's keys at most once in thirty seconds.
    for (let guess = 0; guess < 5; guess += 1) expect(await by(await aClientKey())).toBe(UNKNOWN);
    expect(reads()).toBe(1);
    const later = Date.now() + 31_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    expect(await by(second)).toBe(PROVED);
    expect(await by(first)).toBe(UNKNOWN);
    expect(reads()).toBe(2);
  } finally {
    vi.restoreAllMocks();
    restore();
  }
});

test("unreadable published keys are not reported as the client's fault", async () => {
  const of = await anOidcClient(acme, {
    tokenEndpointAuthMethod: "private_key_jwt",
    jwksUri: "https://keys.invalid.example.com/keys",
  });
  const restore = setNetwork({ ...host.network, allowed: () => false });
  try {
    expect(await ask(await anAssertionOf(of.clientId, key), of)).toBe(
      "503 temporarily_unavailable",
    );
  } finally {
    restore();
  }
});

test.each([
  [{ tokenEndpointAuthMethod: "private_key_jwt" as const }, "jwks"],
  [{ tokenEndpointAuthMethod: "none" as const }, "token_endpoint_auth_method"],
  [{ type: "public" as const, profile: "fapi2" as const }, "profile"],
  [{ jwks: { keys: [{ kty: "OKP", crv: "Ed25519", x: "x", d: "x" }] } }, "jwks"],
  [{ jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }, "jwks"],
  [{ jwks: { keys: [] } }, "jwks"],
  [{ jwksUri: "http://rp.example.com/keys" }, "jwks_uri"],
  [{ jwksUri: "https://10.0.0.1/keys" }, "jwks_uri"],
  [{ profile: "fapi2" as const, dpopBoundAccessTokens: false }, "dpop_bound_access_tokens"],
  [
    { profile: "fapi2" as const, idTokenSignedResponseAlg: "RS256" as const },
    "id_token_signed_response_alg",
  ],
])("invalid settings are refused by their field: %o", async (settings, field) => {
  await expect(anOidcClient(acme, settings)).rejects.toMatchObject({
    reason: "unprocessable",
    detail: expect.stringContaining(field),
  });
});
