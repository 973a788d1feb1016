import { beforeAll, describe, expect, test } from "vitest";
import { lastCodeEnd } from "@/lib/core/login/last-code-end";
import { preflight } from "@/lib/core/login/preflight";
import { resendLoginCode } from "@/lib/core/login/resend-login-code";
import { verifyLoginCode } from "@/lib/core/login/verify-login-code";
import type { Caller } from "@/lib/kernel/caller";
import { minutesAfter, secondsAfter, setClock } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
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

test("a hosted login ends without a grant, with what the provider needs", async () => {
  const user = await aUser(hosted);
  const { token } = await begin(user.email);
  const success = await redeem(user.email, await lastCode(hosted, user.email), token);
  expect(success).toEqual({
    status: "grant",
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

test("a code of a direct login does not complete a hosted one", async () => {
  const { email } = await aUser(hosted);
  const { token } = await begin(email, "direct");
  await expect(redeem(email, await lastCode(hosted, email), token)).rejects.toMatchObject({
    reason: "invalid_credentials",
  });
});

test("a code can be sent again without the password, after a while, and replaces the previous one", async () => {
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

test("a code is not sent again for a challenge that has ended or never existed", async () => {
  const { email } = await aUser(hosted);
  const { token } = await begin(email);
  await redeem(email, await lastCode(hosted, email), token);
  for (const challengeToken of [token, "alc_nothing"])
    await expect(
      resendLoginCode(hosted, { challengeToken, channel: "hosted" }),
    ).rejects.toMatchObject({ reason: "invalid_credentials" });
});

const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

/** Returns the response to one wrong code. */
async function guess(email: string, token: string | null): Promise<unknown> {
  const wrong = wrongOf(await lastCode(hosted, email));
  return redeem(email, wrong, token).catch(({ reason }) => reason);
}

/** Requests another code some seconds after the last one. */
const requestAgain = (challengeToken: string, seconds = 31) =>
  atMoment(secondsAfter(new Date(), seconds), () =>
    resendLoginCode(hosted, { challengeToken, channel: "hosted" }),
  );

test("requesting more codes brings no more guesses: five are verified in total", async () => {
  const { email } = await aUser(hosted);
  let { token } = await begin(email);
  const answers: unknown[] = [];
  for (let send = 1; send <= 5; send++) {
    for (let tried = 0; tried < 5; tried++) answers.push(await guess(email, token));
    const again = await requestAgain(token, 31 * send).catch(({ reason }) => reason);
    if (typeof again === "string") answers.push(again);
    else ({ token } = again);
  }
  expect(answers.filter((one) => one === "invalid_credentials")).toHaveLength(5);
  expect(answers[5]).toBe("login_temporarily_locked");
  expect(await queuedMail(hosted, email)).toHaveLength(1);
});

test("the wrong tries of a code count for the one that replaces it", async () => {
  const { email } = await aUser(hosted);
  const first = await begin(email);
  for (let tried = 0; tried < 3; tried++) await guess(email, first.token);
  const second = await requestAgain(first.token);
  expect(second).toMatchObject({ sent: true });
  expect(await guess(email, second.token)).toBe("invalid_credentials");
  const right = await lastCode(hosted, email);
  const stored = await inPrismaTransaction(hosted, ({ prisma }) =>
    prisma.loginCode.findFirstOrThrow({ orderBy: { createdAt: "desc" } }),
  );
  expect(stored.attempts).toBe(4);
  expect(await redeem(email, right, second.token)).toMatchObject({
    login: { amr: ["pwd", "otp"] },
  });
});

test("no code is sent again while the address is locked, and the previous one works on", async () => {
  const { email } = await aUser(hosted);
  const { token } = await begin(email);
  const code = await lastCode(hosted, email);
  for (let attempt = 0; attempt < 5; attempt++) await guess(email, null);
  await expect(requestAgain(token)).rejects.toMatchObject({
    reason: "login_temporarily_locked",
    retryAfterSeconds: expect.any(Number),
  });
  expect(await queuedMail(hosted, email)).toHaveLength(1);
  expect(await redeem(email, code, token)).toMatchObject({ grant: null });
});

test("a code whose tries are used up is not replaced until it expires, and the challenge states until when", async () => {
  const { email } = await aUser(hosted);
  const start = new Date();
  const after = <T>(minutes: number, work: () => Promise<T>) =>
    atMoment(minutesAfter(start, minutes), work);
  const first = await begin(email);
  for (let tried = 0; tried < 4; tried++) await guess(email, first.token);
  const second = await after(9, () =>
    resendLoginCode(hosted, { challengeToken: first.token, channel: "hosted" }),
  );
  // The earlier failures have expired by now; the code's own tries have not.
  await after(16, () => guess(email, second.token));
  const third = await after(17, () => begin(email));
  expect(third).toMatchObject({ sent: false, resendAfterSeconds: 120 });
  expect(await queuedMail(hosted, email)).toHaveLength(2);
  expect(await after(19.1, () => begin(email))).toMatchObject({ sent: true });
});

describe("the last code of a sign-in", () => {
  const start = new Date();
  const inMinute = <T>(minutes: number, work: () => Promise<T>) =>
    atMoment(minutesAfter(start, minutes), work);
  const resend = (challengeToken: string) =>
    resendLoginCode(hosted, { challengeToken, channel: "hosted" });

  /** A user to whom no code is sent before the sixteenth minute: the last of five was sent in the fifth. */
  async function withheld() {
    const { email } = await aUser(hosted);
    for (let minute = 1; minute <= 5; minute++) await inMinute(minute, () => begin(email));
    const challenge = await inMinute(6, () => begin(email));
    expect(challenge).toMatchObject({ sent: false, resendAfterSeconds: 600 });
    return { email, token: challenge.token };
  }

  test("works until it expires, when no other is sent", async () => {
    const { token } = await withheld();
    const end = minutesAfter(start, 15);
    expect(await inMinute(6, () => lastCodeEnd(hosted, token))).toEqual(end);
    expect(await inMinute(14.9, () => lastCodeEnd(hosted, token))).toEqual(end);
    expect(await inMinute(15.1, () => lastCodeEnd(hosted, token))).toBeNull();
  });

  test("does not work once its tries are used up", async () => {
    const { email, token } = await withheld();
    for (let tried = 1; tried <= 5; tried++) {
      expect(await inMinute(7, () => lastCodeEnd(hosted, token))).not.toBeNull();
      await inMinute(7, () => guess(email, token));
    }
    expect(await inMinute(7, () => lastCodeEnd(hosted, token))).toBeNull();
  });

  test("does not work once it is spent", async () => {
    const { email, token } = await withheld();
    await inMinute(7, async () => redeem(email, await lastCode(hosted, email), token));
    expect(await inMinute(7, () => lastCodeEnd(hosted, token))).toBeNull();
  });

  test("does not work when it was spent before another was requested", async () => {
    const { email } = await aUser(hosted);
    let challenge = await inMinute(0, () => begin(email));
    for (let minute = 1; minute <= 4; minute++)
      challenge = await inMinute(minute, () => begin(email));
    const { token } = challenge;
    await inMinute(5, async () => redeem(email, await lastCode(hosted, email), token));
    const next = await inMinute(6, () => begin(email));
    expect(next).toMatchObject({ sent: false });
    expect(await inMinute(6, () => lastCodeEnd(hosted, next.token))).toBeNull();
  });

  test("is replaced when a new one may be requested, though it has expired meanwhile", async () => {
    const { email, token } = await withheld();
    const sent = await inMinute(16.1, () => resend(token));
    expect(sent).toMatchObject({ sent: true });
    const code = await lastCode(hosted, email);
    expect(await inMinute(17, () => redeem(email, code, sent.token))).toMatchObject({
      grant: null,
    });
  });

  test("is not replaced when it expired long ago", async () => {
    const { token } = await withheld();
    await expect(inMinute(45, () => resend(token))).rejects.toMatchObject({
      reason: "invalid_credentials",
    });
  });
});
