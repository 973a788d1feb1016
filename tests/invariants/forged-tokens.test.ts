import { createHmac, generateKeyPairSync } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { GET as rolesRoute } from "@/app/api/v1/management/roles/route";
import { currentKeys } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let claims: Record<string, unknown>;
beforeAll(async () => {
  acme = await aTenant();
  const iat = Math.floor(Date.now() / 1000);
  claims = {
    iss: config().baseUrl,
    aud: "service-management-api",
    sub: acme.clientId,
    client_id: acme.clientId,
    scope: "roles:read",
    tenant_id: acme.publicId,
    environment: acme.environmentKey,
    jti: "j",
    iat,
    exp: iat + 900,
  };
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function statusOf(token: string): Promise<number> {
  const request = new Request(`${config().baseUrl}/api/v1/management/roles`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await rolesRoute(request, { params: Promise.resolve({}) })).status;
}

const machineKey = async () => {
  const key = (await currentKeys()).find((candidate) => candidate.purpose === "machine_token");
  if (!key) throw new Error("There is no key");
  return key;
};

test("the genuine token is taken", async () => {
  expect(await statusOf(await aMachineToken(acme, ["roles:read"]))).toBe(200);
});

test("a token without a signature is refused, however it spells none", async () => {
  const { kid } = await machineKey();
  for (const alg of ["none", "None", "NONE", "nOnE", ""])
    for (const header of [
      { alg, typ: "at+jwt" },
      { alg, kid, typ: "at+jwt" },
    ])
      expect(await statusOf(`${encode(header)}.${encode(claims)}.`)).toBe(401);
});

test("a public key does not serve as the secret of a symmetric signature", async () => {
  const { kid, publicJwk } = await machineKey();
  for (const secret of [JSON.stringify(publicJwk), String(publicJwk.x)]) {
    const content = `${encode({ alg: "HS256", kid, typ: "at+jwt" })}.${encode(claims)}`;
    const mac = createHmac("sha256", secret).update(content).digest("base64url");
    expect(await statusOf(`${content}.${mac}`)).toBe(401);
  }
});

test("a key that comes with the token, or that the token points to, is not believed", async () => {
  const { kid } = await machineKey();
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const headers: JWTHeaderParameters[] = [
    { alg: "EdDSA", typ: "at+jwt", jwk },
    { alg: "EdDSA", typ: "at+jwt", kid, jwk },
    { alg: "EdDSA", typ: "at+jwt", kid, jku: "https://evil.example/jwks" },
    { alg: "EdDSA", typ: "at+jwt", kid, x5u: "https://evil.example/cert" },
    { alg: "EdDSA", typ: "at+jwt", kid: "../../dev/null" },
    { alg: "EdDSA", typ: "at+jwt", kid: "' OR 1=1 --" },
  ];
  for (const header of headers)
    expect(
      await statusOf(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)),
    ).toBe(401);
});

test("another algorithm under a known key id is refused", async () => {
  const { kid } = await machineKey();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid })
    .sign(privateKey);
  expect(await statusOf(token)).toBe(401);
});

test("a genuine token that was changed, cut or added to is refused", async () => {
  const token = await aMachineToken(acme, ["roles:read"]);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const wider = encode({ ...claims, scope: "roles:read roles:write" });
  for (const forged of [
    `${header}.${wider}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}..${signature}`,
    `${header}.${payload}.${signature}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    ".".repeat(5000),
    "e30.e30.e30",
  ])
    expect(await statusOf(forged)).toBe(401);
});
