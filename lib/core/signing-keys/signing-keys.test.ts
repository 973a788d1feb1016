import { SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { ensureSigningKeys } from "@/lib/core/signing-keys/ensure-signing-keys";
import { type SigningKey, signingKeyAt } from "@/lib/core/signing-keys/signing-key";
import { currentKeys, publicKeys, signer } from "@/lib/core/signing-keys/signing-keys";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

test("each purpose has one key, and a second call makes no other", async () => {
  expect(await ensureSigningKeys(config().databaseOwnerUrl)).toEqual([]);
  expect((await currentKeys()).map((key) => key.purpose).sort()).toEqual([
    "audit_checkpoint",
    "id_token",
    "id_token_eddsa",
    "id_token_es256",
    "id_token_ps256",
    "machine_token",
    "security_event",
    "session_activity",
    "user_token",
  ]);
});

test("no private part is ever published", async () => {
  for (const key of await publicKeys()) {
    expect(key).toHaveProperty("kid");
    for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k"])
      expect(key).not.toHaveProperty(secret);
  }
});

test("a machine token authenticates its credential, and a broken one does not", async () => {
  const verify = (token: string) => verifyMachineToken(token, noRequest);
  expect(await verify(await aMachineToken(acme, ["users:read"]))).toMatchObject({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
  });
  for (const broken of [
    { issuer: "https://elsewhere.example" },
    { audience: "another-api" },
    { expiresIn: -1 },
    { typ: "JWT" },
  ])
    expect(await verify(await aMachineToken(acme, ["users:read"], broken))).toBeNull();
  expect(await verify("not.a.token")).toBeNull();
});

test("a token signed with the key of another purpose is invalid", async () => {
  const { kid, alg, key } = await signer("user_token");
  const token = await new SignJWT({
    client_id: acme.clientId,
    scope: "users:read",
    tenant_id: acme.publicId,
  })
    .setProtectedHeader({ alg, kid, typ: "at+jwt" })
    .setIssuer(config().baseUrl)
    .setAudience("service-management-api")
    .setJti("x")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
  expect(await verifyMachineToken(token, noRequest)).toBeNull();
});

test("the newest active key signs, and one that is only published does not", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const key = (kid: string, activeFrom: string, verifiesUntil: string | null): SigningKey => ({
    kid,
    purpose: "id_token",
    alg: "RS256",
    publicJwk: {},
    privateJwk: {},
    activeFrom: new Date(activeFrom),
    verifiesUntil: verifiesUntil ? new Date(verifiesUntil) : null,
  });
  const keys = [
    key("old", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
    key("current", "2026-11-20T00:00:00Z", null),
    key("next", "2026-11-21T12:00:00.001Z", null),
  ];
  expect(signingKeyAt(keys, "id_token", at).kid).toBe("current");
  expect(signingKeyAt(keys, "id_token", new Date("2026-11-21T12:00:01Z")).kid).toBe("next");
  expect(() => signingKeyAt(keys, "user_token", at)).toThrow("unavailable");
});
