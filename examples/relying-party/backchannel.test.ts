import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { logoutTokenVerifier } from "./backchannel";

const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
const [issuer, clientId] = ["https://id.example", "aoc_one"];
let verify: ReturnType<typeof logoutTokenVerifier>;
let sign: (claims: Record<string, unknown>, header?: Record<string, string>) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256" };
  const jwksUri = new URL(`${issuer}/oauth/jwks`);
  verify = logoutTokenVerifier({
    issuer,
    clientId,
    jwksUri,
    keys: createLocalJWKSet({ keys: [jwk] }),
  });
  sign = (claims, header = {}) => {
    const iat = Math.floor(Date.now() / 1000);
    const good = { iss: issuer, aud: clientId, iat, exp: iat + 120, jti: crypto.randomUUID() };
    return new SignJWT({ ...good, sid: "s1", sub: "u1", events: event, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one", typ: "logout+jwt", ...header })
      .sign(privateKey);
  };
});

test("a good logout token names a session, and the same jti counts once", async () => {
  const token = await sign({ jti: "j1" });
  expect(await verify(token)).toEqual({ sid: "s1", sub: "u1" });
  expect(await verify(token)).toBe("seen before");
});

test("anything that is not exactly a logout token for this client is refused", async () => {
  const past = Math.floor(Date.now() / 1000) - 1000;
  for (const claims of [
    { iss: "https://other.example" },
    { aud: "aoc_two" },
    { iat: past, exp: past + 120 },
    { events: {} },
    { nonce: "n" },
    { sid: undefined, sub: undefined },
  ])
    await expect(verify(await sign(claims))).rejects.toThrow();
  await expect(verify(await sign({}, { typ: "JWT" }))).rejects.toThrow();
  const [header, payload] = (await sign({})).split(".");
  await expect(verify(`${header}.${payload}.AAAA`)).rejects.toThrow();
  const none = Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString("base64url");
  await expect(verify(`${none}.${payload}.`)).rejects.toThrow();
});
