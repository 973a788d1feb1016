import { beforeAll, describe, expect, test } from "vitest";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { addTotp, bodyOf, callAuth } from "@/tests/support/call-factors";
import { comparable } from "@/tests/support/call-login";
import { queuedMail } from "@/tests/support/queued-mail";
import { totpCode, wrongTotpCode } from "@/tests/support/totp-code";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const begin = async (who: object) =>
  bodyOf<{ token: string; secret: string; otpauth_uri: string }>(await callAuth(acme, "totp", who));

describe("an authenticator app", () => {
  test("is added by a code of it, brings recovery codes, and is reported by email", async () => {
    const user = await aUser(acme);
    const { secret, answer } = await addTotp(acme, { userId: user.id });
    expect(answer).toMatchObject({
      status: 201,
      body: { factor: { type: "totp", name: "Authenticator app", last_used_at: null } },
    });
    const { recovery_codes: codes } = bodyOf<{ recovery_codes: string[] }>(answer);
    expect(new Set(codes).size).toBe(10);
    const [mail] = await queuedMail(acme, user.email);
    expect(mail).toMatchObject({ template: "factors_changed", props: { occasion: "totp_added" } });
    // The stored row shows neither the secret nor a code.
    const rows = await inPrismaTransaction(acme, async ({ prisma }) =>
      JSON.stringify([
        await prisma.factor.findMany({ where: { userId: user.id }, omit: { lastStep: true } }),
        await prisma.recoveryCode.findMany({ where: { userId: user.id } }),
      ]),
    );
    for (const shown of [secret, ...codes]) expect(rows).not.toContain(shown);
  });

  test("does not count before its code has confirmed it", async () => {
    const user = await aUser(acme);
    const session = await aSession(acme, { userId: user.id });
    await begin({ session_id: session.id });
    expect(await eventsOf(acme, user.id)).not.toContain("factor.added");
    expect(await queuedMail(acme, user.email)).toEqual([]);
  });

  test("takes a name, and a wrong code is a plain 401 that leaves the registration as it was", async () => {
    const who = { session_id: (await aSession(acme)).id };
    const { token, secret } = await begin(who);
    const confirm = (code: string) =>
      callAuth(acme, "totp/confirm", { ...who, token, code, name: "Work phone" });
    const wrong = await confirm(wrongTotpCode(secret, new Date()));
    expect(wrong.status).toBe(401);
    expect(Object.keys(wrong.body as object).sort()).toEqual(["detail", "status", "title"]);
    expect((await confirm("nonsense")).text).toBe(wrong.text);
    expect(await confirm(totpCode(secret, new Date()))).toMatchObject({
      status: 201,
      body: { factor: { name: "Work phone" } },
    });
  });

  test("of a user is one of two at most", async () => {
    const { id: userId } = await aUser(acme);
    for (const status of [201, 201])
      expect((await addTotp(acme, { userId })).answer.status).toBe(status);
    const session = await aSession(acme, { userId, amr: ["pwd", "otp", "mfa"] });
    expect(await callAuth(acme, "totp", { session_id: session.id })).toMatchObject({ status: 409 });
  });

  test("is not added where the policy allows none", async () => {
    const globex = await aTenant();
    await aPolicy(globex, { allowedFactors: ["email_otp", "passkey"] });
    const who = { session_id: (await aSession(globex)).id };
    expect(await callAuth(globex, "totp", who)).toMatchObject({
      status: 422,
      body: { detail: "The security policy does not allow authenticator apps." },
    });
  });
});

describe("the token of a registration", () => {
  test("adds one app, also among eight at the same time", async () => {
    const user = await aUser(acme);
    const who = { session_id: (await aSession(acme, { userId: user.id })).id };
    const { token, secret } = await begin(who);
    const code = totpCode(secret, new Date());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => callAuth(acme, "totp/confirm", { ...who, token, code })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 422, 429]).toContain(status);
    const added = (await eventsOf(acme, user.id)).filter((kind) => kind === "factor.added");
    expect(added).toHaveLength(1);
  });

  test("expires after a quarter of an hour, and works for no other session or tenant", async () => {
    const who = { session_id: (await aSession(acme)).id };
    const { token, secret } = await begin(who);
    const globex = await aTenant();
    const others = [
      await callAuth(acme, "totp/confirm", {
        session_id: (await aSession(acme)).id,
        token,
        code: totpCode(secret, new Date()),
      }),
      await callAuth(globex, "totp/confirm", {
        session_id: (await aSession(globex)).id,
        token,
        code: totpCode(secret, new Date()),
      }),
    ];
    const later = secondsAfter(new Date(), 901);
    others.push(
      await atMoment(later, async () =>
        callAuth(acme, "totp/confirm", {
          session_id: (await aSession(acme)).id,
          token,
          code: totpCode(secret, later),
        }),
      ),
    );
    for (const answer of others) {
      expect(answer.status).toBe(422);
      expect(comparable(answer)).toEqual(comparable(others[0] ?? answer));
    }
  });
});

describe("a session", () => {
  const routes = ["passkeys/registration-options", "totp", "recovery-codes"] as const;

  test.each(routes)(
    "without a fresh proof adds nothing by %s: step_up_required names the accepted methods",
    async (route) => {
      const session = await aSession(acme);
      const late = secondsAfter(new Date(), 301);
      const answer = await atMoment(late, () => callAuth(acme, route, { session_id: session.id }));
      expect(answer).toMatchObject({
        status: 403,
        body: { code: "step_up_required", methods: ["password", "email_otp"] },
      });
    },
  );

  test.each(routes)(
    "that is unknown, hosted, ended or another tenant's is the same refusal at %s",
    async (route) => {
      const globex = await aTenant();
      const foreign = (await aSession(globex)).id;
      const unknown = await callAuth(acme, route, { session_id: "nonsense" });
      expect(unknown).toMatchObject({ status: 401, body: { code: "not_found" } });
      for (const session_id of [foreign, "00000000-0000-7000-8000-000000000000"])
        expect(comparable(await callAuth(acme, route, { session_id }))).toEqual(
          comparable(unknown),
        );
    },
  );

  test("and an enrolment's token at once, or neither, is a 400", async () => {
    const { id: session_id } = await aSession(acme);
    for (const body of [{}, { session_id, enrolment_token: "afc_x" }])
      expect(await callAuth(acme, "totp", body)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining("either session_id or enrolment_token") },
      });
  });
});

describe("recovery codes", () => {
  test("are made anew: ten others, and those before stop working", async () => {
    const user = await aUser(acme);
    const { answer } = await addTotp(acme, { userId: user.id });
    const { recovery_codes: before } = bodyOf<{ recovery_codes: string[] }>(answer);
    const session = await aSession(acme, { userId: user.id, amr: ["pwd", "otp", "mfa"] });
    const made = await callAuth(acme, "recovery-codes", { session_id: session.id });
    const { recovery_codes: after } = bodyOf<{ recovery_codes: string[] }>(made);
    expect(after).toHaveLength(10);
    expect(after.filter((code) => before.includes(code))).toEqual([]);
    expect(await eventsOf(acme, user.id)).toContain("recovery_codes.created");
    const [mail] = await queuedMail(acme, user.email);
    expect(mail?.props).toMatchObject({ occasion: "recovery_codes_made" });
  });

  test("are not made for a user without factors to recover", async () => {
    const session = await aSession(acme);
    expect((await callAuth(acme, "recovery-codes", { session_id: session.id })).status).toBe(422);
  });
});
