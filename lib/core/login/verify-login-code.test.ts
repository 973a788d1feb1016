import { beforeAll, describe, expect, test } from "vitest";
import { now, secondsAfter, setClock } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight, callVerifyOtp, comparable } from "@/tests/support/call-login";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

/** The password stage; the challenge's token goes back as a header. */
async function begin(email: string, environment = acme) {
  const { body } = await callPreflight(environment, { email, password: A_PASSWORD });
  const { challenge } = body as {
    challenge: { token: string; remember_device_allowed: boolean; resend_after_seconds: number };
  };
  return { challenge, headers: { "x-login-challenge": challenge.token } };
}

const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a right code", () => {
  test("is a grant, proves the address, and is recorded, in one transaction", async () => {
    const user = await aUser(acme);
    const { headers } = await begin(user.email);
    const code = await lastCode(acme, user.email);
    const { status, body } = await callVerifyOtp(acme, { email: user.email, code }, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "grant",
      grant: expect.stringMatching(/^agr_/),
      grant_expires_at: expect.any(String),
      trusted_device: null,
    });
    const stored = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
    );
    expect(stored.emailVerifiedMethod).toBe("service_otp");
    expect(await eventsOf(acme, user.id)).toEqual([
      "login.code_sent",
      "user.email_verified",
      "login.succeeded",
    ]);
  });

  test("works without the challenge's header too", async () => {
    const { email } = await aUser(acme);
    await begin(email);
    const code = await lastCode(acme, email);
    expect((await callVerifyOtp(acme, { email, code })).status).toBe(200);
  });

  test("succeeds once in twenty parallel redemptions", async () => {
    const { email } = await aUser(acme);
    await begin(email);
    const code = await lastCode(acme, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callVerifyOtp(acme, { email, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is worthless once the user is suspended", async () => {
    const user = await aUser(acme);
    const { headers } = await begin(user.email);
    const code = await lastCode(acme, user.email);
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({
        where: { id: user.id },
        data: { status: "suspended", suspendedAt: now() },
      }),
    );
    const { status } = await callVerifyOtp(acme, { email: user.email, code }, headers);
    expect(status).toBe(401);
  });

  test("proves nothing about an address that the user has changed to since", async () => {
    const user = await aUser(acme);
    const { headers } = await begin(user.email);
    const code = await lastCode(acme, user.email);
    const email = `new-${user.email}`;
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({ where: { id: user.id }, data: { email, emailKey: email } }),
    );
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).toBe(401);
  });
});

test("wrong, spent, replaced, expired, foreign and absent codes are refused with the same bytes", async () => {
  const { email } = await aUser(acme);
  const refused = [comparable(await callVerifyOtp(acme, { email, code: "123456" }))];
  const first = await begin(email);
  const replaced = await lastCode(acme, email);
  const second = await begin(email);
  const code = await lastCode(acme, email);
  const attempt = async (tried: string, headers: Record<string, string>, address = email) =>
    refused.push(comparable(await callVerifyOtp(acme, { email: address, code: tried }, headers)));
  await attempt(replaced, first.headers);
  await attempt(wrongOf(code), second.headers);
  await attempt(code, second.headers, "nobody@example.com");
  const back = setClock({ now: () => secondsAfter(new Date(), 601) });
  await attempt(code, second.headers);
  back();
  expect((await callVerifyOtp(acme, { email, code }, second.headers)).status).toBe(200);
  await attempt(code, second.headers);
  expect(refused[0]?.status).toBe(401);
  for (const answer of refused) expect(answer).toEqual(refused[0]);
});

test("a wrong code costs the same statements for a user as for an unknown address", async () => {
  const { email } = await aUser(acme);
  const code = "123456";
  // The first call of a secret in a while also notes its use.
  await callVerifyOtp(acme, { email: "first@example.com", code });
  const known = await statementsOf(() => callVerifyOtp(acme, { email, code }));
  const unknown = await statementsOf(() =>
    callVerifyOtp(acme, { email: "ghost@example.com", code }),
  );
  expect(unknown).toEqual(known);
});

describe("the tries of a code", () => {
  test("are five, over any number of parallel guesses", async () => {
    const { email } = await aUser(acme);
    const { headers } = await begin(email);
    const code = await lastCode(acme, email);
    await Promise.all(
      Array.from({ length: 30 }, () =>
        callVerifyOtp(acme, { email, code: wrongOf(code) }, headers),
      ),
    );
    const { rows } = await inPrismaTransaction(acme, async ({ prisma }) => ({
      rows: await prisma.loginCode.findMany({ orderBy: { createdAt: "desc" }, take: 1 }),
    }));
    expect(rows[0]?.attempts).toBe(5);
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).not.toBe(200);
  });

  test("can't be spent by an attacker who knows the address and locks it", async () => {
    const { email } = await aUser(acme);
    const { headers } = await begin(email);
    const code = await lastCode(acme, email);
    for (let guess = 0; guess < 8; guess++)
      await callVerifyOtp(acme, { email, code: wrongOf(code) });
    expect((await callPreflight(acme, { email, password: A_PASSWORD })).status).toBe(429);
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).toBe(200);
  });
});

describe("sending codes", () => {
  test("is limited per user; beyond the limit the challenge says so, and the last code works", async () => {
    const user = await aUser(acme);
    const { email } = user;
    for (let send = 0; send < 5; send++) await begin(email);
    const code = await lastCode(acme, email);
    const sixth = await begin(email);
    expect(sixth.challenge).toMatchObject({ type: "email_otp", sent: false });
    expect(sixth.challenge.resend_after_seconds).toBeGreaterThan(800);
    expect(sixth.challenge.resend_after_seconds).toBeLessThanOrEqual(900);
    expect((await eventsOf(acme, user.id)).slice(4)).toEqual([
      "login.code_sent",
      "login.code_withheld",
    ]);
    expect(await queuedMail(acme, email)).toHaveLength(5);
    expect((await callVerifyOtp(acme, { email, code }, sixth.headers)).status).toBe(200);
  });

  test("is possible again when the first of the last five is old enough", async () => {
    const { email } = await aUser(acme);
    for (let send = 0; send < 5; send++) await begin(email);
    const { challenge } = await begin(email);
    const later = secondsAfter(new Date(), challenge.resend_after_seconds);
    const next = await atMoment(later, () => begin(email));
    expect(next.challenge).not.toHaveProperty("sent");
    expect(await queuedMail(acme, email)).toHaveLength(6);
  });

  test("says the code's real lifetime", async () => {
    const { email } = await aUser(acme);
    await begin(email);
    const [mail] = await queuedMail(acme, email);
    expect(mail).toMatchObject({ template: "login_code", props: { lifetimeSeconds: 600 } });
  });

  test("twice in parallel leaves one code valid", async () => {
    const user = await aUser(acme);
    await Promise.all([begin(user.email), begin(user.email), begin(user.email)]);
    const open = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.loginCode.count({ where: { userId: user.id, consumedAt: null, withdrawnAt: null } }),
    );
    expect(open).toBe(1);
  });
});

test("the policy always requires a code and offers no trust", async () => {
  const strict = await aTenant();
  await aPolicy(strict, { loginOtp: "always" });
  const { email } = await aUser(strict);
  const { challenge, headers } = await begin(email, strict);
  expect(challenge.remember_device_allowed).toBe(false);
  const code = await lastCode(strict, email);
  const { body } = await callVerifyOtp(strict, { email, code, remember_device: true }, headers);
  expect(body).toMatchObject({ status: "grant", trusted_device: null });
});

test.each([
  [{ email: "a@example.com" }, "code"],
  [{ email: "a@example.com", code: 123456 }, "code"],
  [{ email: "a@example.com", code: "12345x" }, "code"],
  [{ email: "a@example.com", code: "123456", remember: true }, "remember"],
])("a malformed body %j is a 400 that names %s", async (body, field) => {
  const answer = await callVerifyOtp(acme, body);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(field);
});
