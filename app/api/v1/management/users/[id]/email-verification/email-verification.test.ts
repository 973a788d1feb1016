import { beforeAll, describe, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/management/users/[id]/email-verification/route";
import { POST } from "@/app/api/v1/management/users/route";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight, callVerifyOtp } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { lastCode, lastLinkSecret } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["users:write"]);
});

const assert = (id: string, verified: unknown) =>
  call(PATCH, {
    method: "PATCH",
    path: `/api/v1/management/users/${id}/email-verification`,
    params: { id },
    token,
    body: { email_verified: verified },
  });
const methodOf = async (id: string) =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.findUniqueOrThrow({ where: { id } }),
    )
  ).emailVerifiedMethod;

async function invited(email: string) {
  const path = "/api/v1/management/users";
  const body = { email, send_invitation: true };
  const answer = await call(POST, { method: "POST", path, token, body });
  return answer.body as { id: string; set_password: { token: string } };
}

describe("the tenant's word", () => {
  test("makes an unverified user verified by tenant_asserted, with its time, audited once", async () => {
    const { id } = await aUser(acme);
    const answer = await assert(id, true);
    expect(answer.body).toEqual({
      id,
      email_verified: true,
      email_verified_method: "tenant_asserted",
      email_verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
    });
    expect((await assert(id, true)).body).toEqual(answer.body);
    expect(await eventsOf(acme, id)).toEqual(["user.email_verified"]);
  });

  test("can be taken back, audited once", async () => {
    const { id } = await aUser(acme, { emailVerifiedMethod: "tenant_asserted" });
    const unverified = {
      id,
      email_verified: false,
      email_verified_method: null,
      email_verified_at: null,
    };
    expect((await assert(id, false)).body).toEqual(unverified);
    expect((await assert(id, false)).body).toEqual(unverified);
    expect(await eventsOf(acme, id)).toEqual(["user.email_verification_withdrawn"]);
  });

  test.each(["service_otp", "service_token"] as const)(
    "neither withdraws nor replaces %s, and writes no event",
    async (method) => {
      const { id } = await aUser(acme, { emailVerifiedMethod: method });
      const unchanged = { email_verified: true, email_verified_method: method };
      expect((await assert(id, false)).body).toMatchObject(unchanged);
      expect((await assert(id, true)).body).toMatchObject(unchanged);
      expect(await eventsOf(acme, id)).toEqual([]);
    },
  );

  test("is a boolean, or a 400 that names the field", async () => {
    const { id } = await aUser(acme);
    for (const value of ["true", 1, null]) {
      const answer = await assert(id, value);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^email_verified: /) });
    }
  });
});

describe("the service's own proof", () => {
  test("a link returned through the API verifies nothing when it is redeemed", async () => {
    const { id, set_password } = await invited("raw@example.com");
    await redeemPasswordLink(set_password.token, A_PASSWORD, noRequest);
    expect(await methodOf(id)).toBeNull();
  });

  test("an emailed invitation verifies by service_token, audited with it", async () => {
    const { id } = await invited("emailed@example.com");
    const secret = await lastLinkSecret(acme, "emailed@example.com");
    await redeemPasswordLink(secret, A_PASSWORD, noRequest);
    expect(await methodOf(id)).toBe("service_token");
    expect(await eventsOf(acme, id)).toContain("user.email_verified");
  });

  test("a redeemed login code outranks the tenant's word, which can then not withdraw it", async () => {
    const { id, email } = await aUser(acme, { emailVerifiedMethod: "tenant_asserted" });
    await callPreflight(acme, { email, password: A_PASSWORD });
    await callVerifyOtp(acme, { email, code: await lastCode(acme, email) });
    expect(await methodOf(id)).toBe("service_otp");
    expect((await assert(id, false)).body).toMatchObject({ email_verified_method: "service_otp" });
  });
});
