import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { noRequest } from "@/lib/kernel/caller";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator } from "@/tests/support/authenticator";
import { addPasskey, addTotp, bodyOf, callAuth } from "@/tests/support/call-factors";
import { callExchange, comparable } from "@/tests/support/call-login";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";
import { totpCode, wrongTotpCode } from "@/tests/support/totp-code";

// Thirty seconds apart, so that no step of the app comes twice.
const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
const step = (number: number) => secondsAfter(start, number * 30);
let acme: TestEnvironment;
let user: { id: string; email: string };
let secret: string;
let recoveryCodes: string[];

beforeEach(async () => {
  acme = await aTenant();
  user = await aUser(acme);
  await atMoment(start, async () => {
    const added = await addTotp(acme, { userId: user.id }, start);
    secret = added.secret;
    recoveryCodes = bodyOf<{ recovery_codes: string[] }>(added.answer).recovery_codes;
  });
});

interface Challenge {
  type: string;
  token: string;
  methods: string[];
  code_length: number;
}

async function pending(method?: string): Promise<Challenge> {
  const body = { email: user.email, password: A_PASSWORD, ...(method ? { method } : {}) };
  return bodyOf<{ challenge: Challenge }>(await callAuth(acme, "login/preflight", body)).challenge;
}

const redeem = (code: string, challenge: Challenge | null, method?: string) =>
  callAuth(
    acme,
    "login/verify-otp",
    { email: user.email, code, ...(method ? { method } : {}) },
    challenge ? { "x-login-challenge": challenge.token } : {},
  );

/** Returns the code of an app at a step; successive steps have successive codes. */
const codeAt = (number: number) => totpCode(secret, step(number));

describe("a challenge", () => {
  test("asks for the strongest method, lists every one, and mails a code for the mailed one only", async () => {
    const pendingLogin = await atMoment(step(1), () => pending());
    expect(pendingLogin).toMatchObject({
      type: "totp",
      code_length: 6,
      methods: ["totp", "recovery_code"],
    });
    expect(pendingLogin).not.toHaveProperty("masked_email");
    const templates = async () =>
      (await queuedMail(acme, user.email)).map(({ template }) => template);
    expect(await templates()).toEqual(["factors_changed"]);
    // A code by email stands in for an app only where the policy says so by name.
    expect(await atMoment(step(2), () => pending("email_otp"))).toMatchObject({ type: "totp" });
    expect(await templates()).toHaveLength(1);
    await aPolicy(acme, { emailOtpBesideFactors: true });
    const mailed = await atMoment(step(2), () => pending("email_otp"));
    expect(mailed).toMatchObject({ type: "email_otp", code_length: 6 });
    expect(await templates()).toHaveLength(2);
    const recovery = await atMoment(step(3), () => pending("recovery_code"));
    expect(recovery).toMatchObject({ type: "recovery_code", code_length: 12 });
    // A method that the user lacks is answered with the strongest one.
    expect(await atMoment(step(4), () => pending("passkey"))).toMatchObject({ type: "totp" });
  });

  test("asks for a passkey first where there is one", async () => {
    await aRelyingParty(acme);
    await atMoment(step(1), async () => {
      await addPasskey(acme, { userId: user.id }, new Authenticator("https://shop.example"));
      expect(await pending()).toMatchObject({
        type: "passkey",
        methods: ["passkey", "totp", "recovery_code"],
      });
    });
  });

  test("is answered by the code of its type, or of the method that is named", async () => {
    const amr = await atMoment(step(2), async () => {
      const { grant } = bodyOf<{ grant: string }>(await redeem(codeAt(2), await pending()));
      expect((await callExchange(acme, { grant })).status).toBe(200);
      const session = await inPrismaTransaction(acme, ({ prisma }) =>
        prisma.session.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: "desc" } }),
      );
      return session.amr;
    });
    expect(amr).toEqual(["pwd", "otp", "mfa"]);
    await atMoment(step(4), async () => {
      const challenge = await pending("recovery_code");
      expect((await redeem(codeAt(4), challenge)).status).toBe(401);
      expect((await redeem(codeAt(4), challenge, "totp")).status).toBe(200);
    });
    await aPolicy(acme, { emailOtpBesideFactors: true });
    await atMoment(step(6), async () => {
      const challenge = await pending("email_otp");
      const code = await lastCode(acme, user.email);
      expect((await redeem(code, challenge)).status).toBe(200);
    });
  });

  test("is answered without its token as well, by address", async () => {
    await atMoment(step(2), async () => {
      await pending();
      expect((await redeem(codeAt(2), null)).status).toBe(200);
    });
  });

  test("of an app does not prove the address", async () => {
    await atMoment(step(2), async () => redeem(codeAt(2), await pending()));
    const { emailVerifiedMethod } = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
    );
    expect(emailVerifiedMethod).toBeNull();
  });
});

describe("a code of the app", () => {
  test("works once, and so does each of its steps, in any order", async () => {
    await atMoment(step(2), async () => {
      expect((await redeem(codeAt(2), await pending())).status).toBe(200);
      // The same step again, and the one before it.
      expect((await redeem(codeAt(2), await pending())).status).toBe(401);
      expect((await redeem(codeAt(1), await pending())).status).toBe(401);
    });
    await atMoment(step(4), async () =>
      expect((await redeem(codeAt(4), await pending())).status).toBe(200),
    );
  });

  test("that confirmed the app works for no sign-in", async () => {
    await atMoment(step(0), async () =>
      expect((await redeem(codeAt(0), await pending())).status).toBe(401),
    );
  });

  test("is refused with the same bytes as any other wrong code", async () => {
    await atMoment(step(2), async () => {
      const wrong = await redeem(wrongTotpCode(secret, step(2)), await pending());
      expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
      const challenge = await pending();
      const others = [
        await redeem("999999", { ...challenge, token: "alc_nonsense" }),
        await redeem("000000000000", challenge, "recovery_code"),
        await redeem("000000", challenge, "email_otp"),
        await callAuth(acme, "login/verify-otp", {
          email: "nobody@example.com",
          code: "000000",
          method: "totp",
        }),
      ];
      for (const other of others) expect(comparable(other)).toEqual(comparable(wrong));
    });
  });

  test("has five attempts a sign-in, with any methods, and requesting again adds none", async () => {
    await atMoment(step(2), async () => {
      const challenge = await pending();
      const wrong = wrongTotpCode(secret, step(2));
      for (const [code, method] of [
        [wrong, "totp"],
        ["000000000000", "recovery_code"],
        ["000000", "email_otp"],
      ])
        expect((await redeem(String(code), challenge, method)).status).toBe(401);
      const again = await pending();
      for (let tries = 0; tries < 2; tries++) expect((await redeem(wrong, again)).status).toBe(401);
      expect((await redeem(codeAt(2), again)).status).not.toBe(200);
      // The account's rate limit has counted all five.
      const body = { email: user.email, password: A_PASSWORD };
      expect(await callAuth(acme, "login/preflight", body)).toMatchObject({
        status: 429,
        body: { code: "login_temporarily_locked" },
      });
    });
  });
});

describe("a recovery code", () => {
  test("works once, is reported by email and audited, and the app works on", async () => {
    const [code = ""] = recoveryCodes;
    await atMoment(step(2), async () => {
      expect((await redeem(code, await pending(), "recovery_code")).status).toBe(200);
      const [mail] = await queuedMail(acme, user.email);
      expect(mail?.props).toMatchObject({ occasion: "recovery_code_used", left: 9 });
      expect(await eventsOf(acme, user.id)).toContain("recovery_code.used");
      expect((await redeem(code, await pending(), "recovery_code")).status).toBe(401);
      expect((await redeem(codeAt(2), await pending())).status).toBe(200);
    });
  });

  test("of another user does not work", async () => {
    const other = await aUser(acme);
    const { answer } = await addTotp(acme, { userId: other.id });
    const { recovery_codes: theirs } = bodyOf<{ recovery_codes: string[] }>(answer);
    await atMoment(step(2), async () => {
      expect((await redeem(theirs[0] ?? "", await pending(), "recovery_code")).status).toBe(401);
    });
  });

  test("is not spent by a sign-in that it does not complete", async () => {
    const [code = ""] = recoveryCodes;
    await atMoment(step(2), async () => {
      const challenge = await pending();
      expect(
        (await redeem(code, { ...challenge, token: "alc_nonsense" }, "recovery_code")).status,
      ).toBe(401);
      expect((await redeem(code, challenge, "recovery_code")).status).toBe(200);
    });
  });
});

describe("two processes", () => {
  async function inAnotherProcess(bodies: object[], challenges: string[]): Promise<number[]> {
    const { publicId, tenantSecret } = acme;
    const job = JSON.stringify({ bodies, challenges, publicId, tenantSecret });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "tests/support/redeem-codes.ts"],
      { env: { ...process.env, REDEMPTIONS: job }, timeout: 60_000 },
    );
    return JSON.parse(stdout) as number[];
  }

  test.each(["totp", "recovery_code"])(
    "that redeem one %s at once, two times each, accept it once",
    async (method) => {
      const other = await aUser(acme);
      // By the real clock, which the processes use, and a step before the one that confirms the app.
      const { secret: own, answer } = await addTotp(
        acme,
        { userId: other.id },
        secondsAfter(new Date(), -30),
      );
      const { recovery_codes: codes } = bodyOf<{ recovery_codes: string[] }>(answer);
      const body = { email: other.email, password: A_PASSWORD };
      const { challenge } = bodyOf<{ challenge: Challenge }>(
        await callAuth(acme, "login/preflight", body),
      );
      const code = method === "totp" ? totpCode(own, secondsAfter(new Date(), 20)) : codes[0];
      const one = { email: other.email, code, method };
      const both = await Promise.all(
        [0, 1].map(() => inAnotherProcess([one, one], [challenge.token, challenge.token])),
      );
      expect(both.flat().sort()).toEqual([200, 401, 401, 401]);
    },
    60_000,
  );
});

test("where a code by email does not count, none is offered, and a right one is refused as a wrong one", async () => {
  await aPolicy(acme, { emailOtpBesideFactors: true });
  const mailed = await atMoment(step(1), async () => {
    await pending("email_otp");
    return lastCode(acme, user.email);
  });
  await aPolicy(acme, { allowedFactors: ["totp"], emailOtpBesideFactors: false });
  await atMoment(step(2), async () => {
    expect(await redeem(mailed, null, "email_otp")).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    const pendingLogin = await pending("email_otp");
    expect(pendingLogin).toMatchObject({ type: "totp", methods: ["totp", "recovery_code"] });
    expect((await redeem(codeAt(2), pendingLogin)).status).toBe(200);
  });
});

describe("the mailbox alone", () => {
  test("bypasses no app: after a mailed link sets the password, the app is required", async () => {
    const next = "a new password of the mailbox";
    const { secret: link } = await inTransaction(acme, (db) =>
      issueOneTimeSecret(db, "password_reset", user.id, { emailed: true }),
    );
    expect((await redeemPasswordLink(link, next, noRequest)).login).toBeNull();
    await atMoment(step(2), async () => {
      const body = { email: user.email, password: next, method: "email_otp" };
      const { challenge } = bodyOf<{ challenge: Challenge }>(
        await callAuth(acme, "login/preflight", body),
      );
      expect(challenge).toMatchObject({ type: "totp", methods: ["totp", "recovery_code"] });
      const templates = (await queuedMail(acme, user.email)).map(({ template }) => template);
      expect(templates).not.toContain("login_code");
    });
  });

  test("changes no factor, also where it completes a sign-in", async () => {
    await aPolicy(acme, { emailOtpBesideFactors: true });
    await atMoment(step(2), async () => {
      const challenge = await pending("email_otp");
      const code = await lastCode(acme, user.email);
      const { grant } = bodyOf<{ grant: string }>(await redeem(code, challenge));
      const { session_id } = bodyOf<{ session_id: string }>(await callExchange(acme, { grant }));
      for (const route of ["totp", "recovery-codes"] as const)
        expect(await callAuth(acme, route, { session_id })).toMatchObject({
          status: 403,
          body: { code: "step_up_required", methods: ["totp", "recovery_code"] },
        });
    });
  });
});
