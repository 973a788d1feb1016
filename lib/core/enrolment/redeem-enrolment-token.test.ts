import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/enrolment/redeem/route";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { redeemUrl } from "@/lib/core/enrolment/enrolment-proof";
import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import { findEnrolmentToken } from "@/lib/core/enrolment/enrolment-token-store";
import { revokeEnrolmentToken } from "@/lib/core/enrolment/revoke-enrolment-token";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { keyThumbprint } from "@/lib/core/installations/installation-key";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { anInstallationKey, aProof, type InstallationKey } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const path = "/api/v1/enrolment/redeem";
const post = (body: object | string) => call(POST, { method: "POST", path, body });

/** Redeems a token with a new key, or with the overrides. */
async function redeem(
  token: string,
  { key, proof, ...rest }: { key?: InstallationKey; proof?: string; [field: string]: unknown } = {},
): Promise<Answer> {
  const its = key ?? (await anInstallationKey());
  const proven = proof ?? (await aProof(token, its));
  return post({ token, public_key: its.publicKey, proof: proven, name: "press-hall-3", ...rest });
}

const stored = async ({ id }: EnrolmentToken) =>
  (await inPrismaTransaction(acme, (t) => findEnrolmentToken(t, id))) as EnrolmentToken;

describe("an installation", () => {
  test("enrols itself, into the app and organization of its token", async () => {
    const { id: organizationId } = await anOrganization(acme);
    const { id: appId } = await anApp(acme);
    const issued = await anEnrolmentToken(acme, { appId, organizationId, maxUses: 1 });
    const key = await anInstallationKey();
    const answer = await redeem(issued.token, { key, platform: "linux/arm64", version: "2.4.1" });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      installation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant_id: acme.publicId,
      app_id: appId,
      organization_id: organizationId,
      environment: "production",
      status: "active",
      key_thumbprint: keyThumbprint(key.publicKey),
      token_endpoint: `${config().baseUrl}/oauth/token`,
      audience: config().baseUrl,
    });
    expect(await stored(issued)).toMatchObject({ uses: 1 });
    const { installation_id: id } = answer.body as { installation_id: string };
    expect(await eventsOf(acme, id)).toEqual(["installation.enrolled"]);
  });

  test("may send its key as libraries export it, but never a private one", async () => {
    const { token } = await anEnrolmentToken(acme);
    const key = await anInstallationKey();
    const exported = { ...key.publicKey, alg: "EdDSA", use: "sig", kid: "1", key_ops: ["verify"] };
    const secret = await redeem(token, { key, public_key: { ...exported, d: "c2VjcmV0" } });
    expect(secret).toMatchObject({ status: 400, body: { detail: "public_key.d: unknown field" } });
    expect((await redeem(token, { key, public_key: exported })).status).toBe(201);
  });
});

describe("a key that is enrolled already", () => {
  test("is refused with its installation's id, for any state of the token, and consumes nothing", async () => {
    const issued = await anEnrolmentToken(acme, { maxUses: 1, perMinute: 1 });
    const key = await anInstallationKey();
    const proof = await aProof(issued.token, key);
    const first = await redeem(issued.token, { key, proof });
    const before = await inPrismaTransaction(acme, readCapacity);
    for (const again of [proof, await aProof(issued.token, key)]) {
      const answer = await redeem(issued.token, { key, proof: again });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "installation_key_duplicate",
        installation_id: (first.body as { installation_id: string }).installation_id,
      });
    }
    expect(await stored(issued)).toMatchObject({ uses: 1 });
    expect(await inPrismaTransaction(acme, readCapacity)).toEqual(before);
  });

  test("stays taken when its installation is retired", async () => {
    const { token } = await anEnrolmentToken(acme);
    const key = await anInstallationKey();
    const { body } = await redeem(token, { key });
    await retireInstallation(acme, (body as { installation_id: string }).installation_id);
    expect((await redeem(token, { key })).body).toMatchObject({
      code: "installation_key_duplicate",
    });
  });

  test("enrols once with two tokens in parallel, and is another installation in another tenant", async () => {
    const key = await anInstallationKey();
    const issued = await Promise.all([1, 2, 3, 4].map(() => anEnrolmentToken(acme)));
    const answers = await Promise.all(issued.map(({ token }) => redeem(token, { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const uses = await Promise.all(issued.map(stored));
    expect(uses.reduce((sum, one) => sum + one.uses, 0)).toBe(1);
    const { token } = await anEnrolmentToken(await aTenant());
    expect((await redeem(token, { key })).status).toBe(201);
  });
});

describe("a token", () => {
  const code = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    return [status, (body as { code?: string }).code];
  };

  test("that is unknown, or of a disabled tenant, is unknown", async () => {
    const unknown = [401, "enrolment_token_unknown"];
    for (const token of [`aen_${"x".repeat(43)}`, "nonsense"])
      expect(await code(redeem(token))).toEqual(unknown);
    const gone = await aTenant();
    const { token } = await anEnrolmentToken(gone);
    await inPrismaTransaction(gone, ({ prisma }) =>
      prisma.tenant.update({
        where: { id: gone.tenantId },
        data: { status: "disabled", disabledAt: new Date() },
      }),
    );
    expect(await code(redeem(token))).toEqual(unknown);
  });

  test("is refused once revoked, before its start and from its expiry on", async () => {
    const revoked = await anEnrolmentToken(acme);
    await revokeEnrolmentToken(acme, revoked.id);
    expect(await code(redeem(revoked.token))).toEqual([403, "enrolment_token_revoked"]);
    const soon = new Date(Date.now() + 60_000);
    const early = await anEnrolmentToken(acme, { notBefore: soon });
    expect(await code(redeem(early.token))).toEqual([403, "enrolment_token_not_yet_valid"]);
    const late = await anEnrolmentToken(acme, { expiresAt: soon });
    await atMoment(soon, async () => {
      expect(await code(redeem(early.token))).toEqual([201, undefined]);
      expect(await code(redeem(late.token))).toEqual([403, "enrolment_token_expired"]);
    });
    expect(await code(redeem(late.token))).toEqual([201, undefined]);
  });

  test("is exhausted by its uses, and limited to its budget per minute", async () => {
    const twice = await anEnrolmentToken(acme, { maxUses: 2 });
    const slow = await anEnrolmentToken(acme, { perMinute: 2 });
    for (const { token } of [twice, slow])
      for (const _ of [1, 2]) expect((await redeem(token)).status).toBe(201);
    expect(await code(redeem(twice.token))).toEqual([403, "enrolment_token_exhausted"]);
    const braked = await redeem(slow.token);
    expect(braked).toMatchObject({ status: 429, body: { code: "enrolment_token_rate_limited" } });
    expect(Number(braked.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(Number(braked.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    await atMoment(new Date(Date.now() + 60_000), async () =>
      expect(await code(redeem(slow.token))).toEqual([201, undefined]),
    );
    expect(await stored(slow)).toMatchObject({ uses: 3 });
  });

  test("is refused beyond the tenant's capacity, and works again when an installation is retired", async () => {
    const small = await aTenant();
    await setInstallationLimit(small, 1);
    const { token } = await anEnrolmentToken(small, { maxUses: 2 });
    const { body } = await redeem(token);
    expect(await code(redeem(token))).toEqual([409, "installation_limit_reached"]);
    await retireInstallation(small, (body as { installation_id: string }).installation_id);
    // The refusal consumed nothing: the second of two uses is still there.
    expect(await code(redeem(token))).toEqual([201, undefined]);
  });

  test("is checked in the contract's order when several things are wrong", async () => {
    const small = await aTenant();
    const key = await anInstallationKey();
    const issued = await anEnrolmentToken(small, { maxUses: 1, perMinute: 1 });
    await redeem(issued.token, { key });
    await setInstallationLimit(small, 0);
    expect(await code(redeem(issued.token, { key }))).toEqual([409, "installation_key_duplicate"]);
    expect(await code(redeem(issued.token))).toEqual([403, "enrolment_token_exhausted"]);
    const braked = await anEnrolmentToken(small, { perMinute: 1 });
    expect(await code(redeem(braked.token))).toEqual([409, "installation_limit_reached"]);
    expect(await code(redeem(braked.token))).toEqual([429, "enrolment_token_rate_limited"]);
    await revokeEnrolmentToken(small, issued.id);
    expect(await code(redeem(issued.token, { key }))).toEqual([403, "enrolment_token_revoked"]);
  });
});

describe("a proof", () => {
  test("that is for another token, address, moment or type, or by another key, proves nothing", async () => {
    const issued = await anEnrolmentToken(acme);
    const key = await anInstallationKey();
    const seconds = Math.floor(Date.now() / 1000);
    const wrong = [
      aProof(issued.token, key, { token_sha256: undefined }),
      aProof("aen_another", key),
      aProof(issued.token, key, { aud: config().baseUrl }),
      aProof(issued.token, key, { aud: undefined }),
      aProof(issued.token, key, { iat: seconds - 302 }),
      aProof(issued.token, key, { iat: seconds + 302 }),
      aProof(issued.token, key, { iat: undefined }),
      aProof(issued.token, key, { jti: undefined }),
      aProof(issued.token, key, { jti: "" }),
      aProof(issued.token, key, {}, { typ: "JWT" }),
      aProof(issued.token, key, {}, { typ: undefined }),
      aProof(issued.token, await anInstallationKey()),
    ];
    for (const proof of await Promise.all(wrong)) {
      const answer = await redeem(issued.token, { key, proof });
      expect(answer.status).toBe(401);
      expect(answer.body).not.toHaveProperty("code");
    }
    expect(await stored(issued)).toMatchObject({ uses: 0 });
    const within = await aProof(issued.token, key, { iat: seconds - 295 });
    expect((await redeem(issued.token, { key, proof: within })).status).toBe(201);
  });

  test("by another algorithm, or by none, proves nothing", async () => {
    const { token } = await anEnrolmentToken(acme);
    const key = await anInstallationKey();
    const [header, claims, signature] = (await aProof(token, key)).split(".");
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = encoded({ alg: "none", typ: "enrolment-proof+jwt" });
    const { privateKey } = await generateKeyPair("ES256");
    const typ = "enrolment-proof+jwt";
    const es256 = await new SignJWT({ aud: redeemUrl() })
      .setProtectedHeader({ alg: "ES256", typ })
      .sign(privateKey);
    const hmac = await new SignJWT({ aud: redeemUrl() })
      .setProtectedHeader({ alg: "HS256", typ })
      .sign(Buffer.from(key.publicKey.x, "base64url"));
    for (const proof of [`${none}.${claims}.${signature}`, es256, hmac, `${header}.e30.AAAA`])
      expect((await redeem(token, { key, proof })).status).toBe(401);
  });

  test("that was refused once is not accepted again", async () => {
    const small = await aTenant();
    await setInstallationLimit(small, 0);
    const { token } = await anEnrolmentToken(small);
    const key = await anInstallationKey();
    const proof = await aProof(token, key);
    expect((await redeem(token, { key, proof })).status).toBe(409);
    await setInstallationLimit(small, 10);
    expect((await redeem(token, { key, proof })).status).toBe(401);
    expect((await redeem(token, { key })).status).toBe(201);
  });
});

describe("a malformed redemption", () => {
  test("is refused with the name of its field", async () => {
    const { token } = await anEnrolmentToken(acme);
    const key = await anInstallationKey();
    const { x } = key.publicKey;
    const wrong: [object, string][] = [
      [{ public_key: { ...key.publicKey, x: `${x}=` } }, "public_key.x"],
      [{ public_key: { ...key.publicKey, x: x.slice(1) } }, "public_key.x"],
      [{ public_key: { ...key.publicKey, crv: "P-256" } }, "public_key.crv"],
      [{ public_key: { kty: "RSA", n: "AQAB", e: "AQAB" } }, "public_key.kty"],
      [{ public_key: "key" }, "public_key"],
      [{ proof: "a.b" }, "proof"],
      [{ proof: 1 }, "proof"],
      [{ name: "" }, "name"],
      [{ name: "press\nhall" }, "name"],
      [{ version: "x".repeat(65) }, "version"],
      [{ platform: 7 }, "platform"],
      [{ surprise: 1 }, "surprise"],
    ];
    for (const [fields, named] of wrong) {
      const answer = await redeem(token, { key, ...fields });
      expect(answer.status, named).toBe(400);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining(named) });
    }
    for (const text of ["", " ", "x".repeat(300), "a\u0000b"])
      expect((await redeem("x", { key, token: text })).status).toBe(400);
    expect((await post("nonsense")).status).toBe(415);
  });
});
