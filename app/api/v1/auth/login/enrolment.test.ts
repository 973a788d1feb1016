import { beforeEach, describe, expect, test } from "vitest";
import { resetFactors } from "@/lib/core/user-lifecycle/reset-factors";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator } from "@/tests/support/authenticator";
import {
  addPasskey,
  addTotp,
  bodyOf,
  callAuth,
  signInByPasskey,
} from "@/tests/support/call-factors";
import { callExchange, comparable } from "@/tests/support/call-login";
import type { Answer } from "@/tests/support/call-route";
import { lastCode } from "@/tests/support/queued-mail";
import { totpCode } from "@/tests/support/totp-code";

const DAY = 86_400;
let acme: TestEnvironment;
let user: { id: string; email: string };

beforeEach(async () => {
  acme = await aTenant();
  user = await aUser(acme);
  await aRelyingParty(acme);
  await aPolicy(acme, { allowedFactors: ["totp", "passkey"], factorGraceDays: 0 });
});

const preflight = (password = A_PASSWORD) =>
  callAuth(acme, "login/preflight", { email: user.email, password });

interface Enrolment {
  token: string;
  methods: string[];
  expires_at: string;
}

/** Signs in with the password and the mailed code. */
async function afterCode(): Promise<Answer> {
  expect(await preflight()).toMatchObject({
    status: 200,
    body: { status: "otp_required", challenge: { type: "email_otp", methods: ["email_otp"] } },
  });
  const code = await lastCode(acme, user.email);
  return callAuth(acme, "login/verify-otp", { email: user.email, code });
}

async function enrolling(): Promise<{ enrolment_token: string }> {
  const { enrolment } = bodyOf<{ enrolment: Enrolment }>(await afterCode());
  return { enrolment_token: enrolment.token };
}

const amrs = async () => {
  const sessions = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } }),
  );
  return sessions.map(({ amr }) => amr);
};

test("a user without a factor that counts, and without days of grace, must add one after a mailed code, which signs them in", async () => {
  const answer = await afterCode();
  expect(answer).toMatchObject({
    status: 200,
    body: { status: "enrolment_required", enrolment: { methods: ["totp", "passkey"] } },
  });
  const { enrolment } = answer.body as { enrolment: Enrolment };
  const { answer: added } = await addTotp(acme, { enrolment_token: enrolment.token });
  expect(added).toMatchObject({
    status: 201,
    body: { factor: { type: "totp" }, status: "grant", trusted_device: null },
  });
  const { grant, recovery_codes } = bodyOf<{ grant: string; recovery_codes: string[] }>(added);
  expect(recovery_codes).toHaveLength(10);
  expect((await callExchange(acme, { grant })).status).toBe(200);
  expect(await amrs()).toEqual([["pwd", "otp", "mfa"]]);
  expect(await preflight()).toMatchObject({ body: { challenge: { type: "totp" } } });
});

test("a passkey suffices as well", async () => {
  const key = new Authenticator("https://shop.example");
  const added = await addPasskey(acme, await enrolling(), key);
  const { grant } = bodyOf<{ grant: string }>(added);
  expect((await callExchange(acme, { grant })).status).toBe(200);
  expect(await amrs()).toEqual([["pwd", "otp", "hwk", "user", "mfa"]]);
  expect((await signInByPasskey(acme, key)).status).toBe(200);
});

test("a wrong password gets the usual refusal", async () => {
  const [wrong, unknownUser] = [
    await preflight("not the password"),
    await callAuth(acme, "login/preflight", { email: "nobody@example.com", password: "x" }),
  ];
  expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  expect(comparable(unknownUser)).toEqual(comparable(wrong));
});

describe("an enrolment's token", () => {
  test("adds one factor, also among six at the same time, and finishes one sign-in", async () => {
    const who = await enrolling();
    const registration = await callAuth(acme, "totp", who);
    const { token, secret } = bodyOf<{ token: string; secret: string }>(registration);
    const code = totpCode(secret, new Date());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => callAuth(acme, "totp/confirm", { ...who, token, code })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const added = (await eventsOf(acme, user.id)).filter((kind) => kind === "factor.added");
    expect(added).toHaveLength(1);
  });

  test("that was used adds no second factor", async () => {
    const who = await enrolling();
    const second = bodyOf<{ token: string; secret: string }>(await callAuth(acme, "totp", who));
    expect((await addTotp(acme, who)).answer.status).toBe(201);
    const code = totpCode(second.secret, new Date());
    const answer = await callAuth(acme, "totp/confirm", { ...who, token: second.token, code });
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    expect((await eventsOf(acme, user.id)).filter((kind) => kind === "factor.added")).toHaveLength(
      1,
    );
  });

  test("that is made up, expired, another tenant's, or of a user who has changed since is the same refusal", async () => {
    const { enrolment_token: token } = await enrolling();
    const begin = (enrolment_token: string, environment = acme) =>
      callAuth(environment, "passkeys/registration-options", { enrolment_token });
    const globex = await aTenant();
    await aRelyingParty(globex);
    expect((await begin(token)).status).toBe(200);
    const made = await begin("afc_nonsense");
    expect(made).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    const others = [
      await begin("nonsense"),
      await begin(token, globex),
      await atMoment(secondsAfter(new Date(), 901), () => begin(token)),
    ];
    const { passwordHash } = await aUser(acme, { password: "another one of theirs" });
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({ where: { id: user.id }, data: { passwordHash } }),
    );
    others.push(await begin(token));
    for (const other of others) expect(comparable(other)).toEqual(comparable(made));
  });

  test("adds nothing once the user has another factor, which its bearer has not shown", async () => {
    const who = await enrolling();
    const { enrolment_token } = await enrolling();
    expect((await addTotp(acme, { enrolment_token })).answer.status).toBe(201);
    expect(await callAuth(acme, "passkeys/registration-options", who)).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
  });

  test("of a user who was suspended since adds nothing", async () => {
    const who = await enrolling();
    await suspendUser(acme, user.id, null);
    expect((await callAuth(acme, "totp", who)).status).toBe(401);
  });
});

describe("days of grace", () => {
  test("count from the first sign-in that required a factor, and then one must be added", async () => {
    await aPolicy(acme, { factorGraceDays: 14 });
    const first = new Date();
    expect(await atMoment(first, () => preflight())).toMatchObject({
      body: { status: "otp_required", challenge: { type: "email_otp", methods: ["email_otp"] } },
    });
    const lastDay = secondsAfter(first, 14 * DAY - 60);
    await atMoment(lastDay, async () => {
      expect(await preflight()).toMatchObject({ body: { challenge: { type: "email_otp" } } });
      const code = await lastCode(acme, user.email);
      expect(await callAuth(acme, "login/verify-otp", { email: user.email, code })).toMatchObject({
        status: 200,
        body: { status: "grant" },
      });
    });
    await atMoment(secondsAfter(first, 14 * DAY), async () =>
      expect(await afterCode()).toMatchObject({ body: { status: "enrolment_required" } }),
    );
  });

  test("that end during a sign-in lead to the enrolment, after the mailed code", async () => {
    await aPolicy(acme, { factorGraceDays: 1 });
    const first = new Date();
    await atMoment(first, () => preflight());
    const code = await atMoment(secondsAfter(first, DAY - 60), async () => {
      await preflight();
      return lastCode(acme, user.email);
    });
    await atMoment(secondsAfter(first, DAY + 60), async () =>
      expect(await callAuth(acme, "login/verify-otp", { email: user.email, code })).toMatchObject({
        status: 200,
        body: { status: "enrolment_required" },
      }),
    );
  });

  test("start again for a user whose factors were reset", async () => {
    await aPolicy(acme, { factorGraceDays: 1 });
    const first = new Date();
    await atMoment(first, () => preflight());
    await atMoment(secondsAfter(first, 60), () =>
      addTotp(acme, { userId: user.id }, secondsAfter(first, 60)),
    );
    await resetFactors(acme, user.id);
    await atMoment(secondsAfter(first, 2 * DAY), async () =>
      expect(await preflight()).toMatchObject({ body: { challenge: { type: "email_otp" } } }),
    );
  });
});

test("a policy that counts mailed codes requires no enrolment", async () => {
  await aPolicy(acme, { allowedFactors: ["email_otp"], factorGraceDays: 0 });
  expect(await preflight()).toMatchObject({ body: { challenge: { type: "email_otp" } } });
});
