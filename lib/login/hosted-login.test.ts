import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/caller";
import { secondsAfter, setClock } from "@/lib/clock";
import { preflight } from "@/lib/login/preflight";
import { resendLoginCode } from "@/lib/login/resend-login-code";
import { verifyLoginCode } from "@/lib/login/verify-login-code";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";

let hosted: Caller;

beforeAll(async () => {
  const acme = await aTenant();
  hosted = {
    ...acme,
    actor: { type: "service", id: "hosted-login" },
    context: { ipAddress: "203.0.113.20", userAgent: "Test/1", requestId: null },
  };
});

async function begin(email: string, channel: "direct" | "hosted" = "hosted") {
  const outcome = await preflight(hosted, {
    email,
    password: A_PASSWORD,
    trustedDeviceToken: null,
    channel,
  });
  if (outcome.status !== "otp_required") throw new Error("A code was expected");
  return outcome.challenge;
}

const redeem = (email: string, code: string, challengeToken: string | null) =>
  verifyLoginCode(hosted, {
    email,
    code,
    challengeToken,
    rememberDevice: false,
    deviceName: null,
    channel: "hosted",
  });

test("a hosted login ends without a grant, in what the provider needs", async () => {
  const user = await aUser(hosted);
  const { token } = await begin(user.email);
  const success = await redeem(user.email, await lastCode(hosted, user.email), token);
  expect(success).toEqual({
    login: {
      userId: user.id,
      authTime: expect.any(Date),
      amr: ["pwd", "otp"],
      trustedDeviceId: null,
      kind: null,
    },
    grant: null,
    trustedDevice: null,
  });
});

test("a code that a direct login asked for does not complete a hosted one", async () => {
  const { email } = await aUser(hosted);
  const { token } = await begin(email, "direct");
  await expect(redeem(email, await lastCode(hosted, email), token)).rejects.toMatchObject({
    reason: "invalid_credentials",
  });
});

test("a code can be sent again without the password, after a while, and replaces the one before", async () => {
  const { email } = await aUser(hosted);
  const first = await begin(email);
  const firstCode = await lastCode(hosted, email);
  const again = () => resendLoginCode(hosted, { challengeToken: first.token, channel: "hosted" });
  await expect(again()).rejects.toMatchObject({ reason: "rate_limited" });
  const back = setClock({ now: () => secondsAfter(new Date(), 30) });
  const both = await Promise.allSettled([again(), again()]);
  back();
  const [sent] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await queuedMail(hosted, email)).toHaveLength(2);
  await expect(redeem(email, firstCode, first.token)).rejects.toMatchObject({
    reason: "invalid_credentials",
  });
  const code = await lastCode(hosted, email);
  expect(await redeem(email, code, sent?.token ?? "")).toMatchObject({ grant: null });
});

test("a code is not sent again for a challenge that is over or was never one", async () => {
  const { email } = await aUser(hosted);
  const { token } = await begin(email);
  await redeem(email, await lastCode(hosted, email), token);
  for (const challengeToken of [token, "alc_nothing"])
    await expect(
      resendLoginCode(hosted, { challengeToken, channel: "hosted" }),
    ).rejects.toMatchObject({ reason: "invalid_credentials" });
});
