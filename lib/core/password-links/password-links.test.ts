import { beforeAll, describe, expect, test } from "vitest";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import type { LinkPurpose } from "@/lib/core/one-time/link";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { createSession } from "@/lib/core/sessions/create-session";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { noRequest } from "@/lib/kernel/caller";
import { now, secondsAfter, setClock } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight } from "@/tests/support/call-login";
import { queuedMail } from "@/tests/support/queued-mail";

const NEW_PASSWORD = "nine rivers, one oar";
let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant({ name: "Globex" });
});

const issue = async (purpose: LinkPurpose, userId: string, emailed = true) => {
  const { secret } = await inPrismaTransaction(acme, (t) =>
    issueOneTimeSecret(t, purpose, userId, { emailed }),
  );
  return secret;
};

const storedUser = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.user.findUniqueOrThrow({ where: { id } }));

describe("a link", () => {
  test("is not spent by opening it any number of times", async () => {
    const user = await aUser(acme);
    const secret = await issue("password_reset", user.id);
    for (let open = 0; open < 3; open++)
      expect(await readPasswordLink(secret)).toMatchObject({
        email: user.email,
        purpose: "password_reset",
        tenantName: "Globex",
        passwordMinLength: 8,
      });
    expect(await redeemPasswordLink(secret, NEW_PASSWORD, noRequest)).toMatchObject({
      userId: user.id,
    });
  });

  test("is redeemed by one of twenty parallel submissions", async () => {
    const user = await aUser(acme);
    const secret = await issue("password_reset", user.id);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => redeemPasswordLink(secret, NEW_PASSWORD, noRequest)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ reason: "missing" });
  });

  test("survives a refused password", async () => {
    const user = await aUser(acme);
    const secret = await issue("password_reset", user.id);
    for (const refused of ["short", "Password1", "globex!1"])
      await expect(redeemPasswordLink(secret, refused, noRequest)).rejects.toMatchObject({
        reason: "unprocessable",
      });
    expect(await readPasswordLink(secret)).not.toBeNull();
  });

  test.each([
    ["password_reset", 30 * 60],
    ["set_password", 24 * 60 * 60],
    ["invitation", 7 * 24 * 60 * 60],
    ["onboarding", 7 * 24 * 60 * 60],
  ] as const)("for %s lives %d seconds", async (purpose, seconds) => {
    const user = await aUser(acme);
    const secret = await issue(purpose, user.id);
    const issued = new Date();
    const at = async (second: number) => {
      const back = setClock({ now: () => secondsAfter(issued, second) });
      const link = await readPasswordLink(secret);
      back();
      return link;
    };
    expect(await at(seconds - 5)).not.toBeNull();
    expect(await at(seconds)).toBeNull();
  });

  test("that the service emailed proves the address; one from the API does not", async () => {
    const [emailed, raw] = [
      await aUser(acme, { password: null }),
      await aUser(acme, { password: null }),
    ];
    const byMail = await redeemPasswordLink(
      await issue("invitation", emailed.id),
      NEW_PASSWORD,
      noRequest,
    );
    const byApi = await redeemPasswordLink(
      await issue("set_password", raw.id, false),
      NEW_PASSWORD,
      noRequest,
    );
    expect((await storedUser(emailed.id)).emailVerifiedMethod).toBe("service_token");
    expect((await storedUser(raw.id)).emailVerifiedMethod).toBeNull();
    expect(byMail.login).toMatchObject({ kind: "invitation", amr: ["pwd", "otp"] });
    // The policy requires proof of the address at a first sign-in, and this link was none.
    expect(byApi.login).toBeNull();
  });

  test("from the API signs in when the policy requires no code", async () => {
    const open = await aTenant();
    await aPolicy(open, { loginOtp: "never" });
    const user = await aUser(open, { password: null });
    const { secret } = await inPrismaTransaction(open, (t) =>
      issueOneTimeSecret(t, "set_password", user.id),
    );
    const { login } = await redeemPasswordLink(secret, NEW_PASSWORD, noRequest);
    expect(login).toMatchObject({ userId: user.id, amr: ["pwd"], kind: "invitation" });
  });

  test("is worthless when it is unknown, or its user is suspended", async () => {
    const user = await aUser(acme);
    const secret = await issue("password_reset", user.id);
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({
        where: { id: user.id },
        data: { status: "suspended", suspendedAt: now() },
      }),
    );
    for (const dead of [secret, "alk_nothing", ""]) {
      expect(await readPasswordLink(dead)).toBeNull();
      await expect(redeemPasswordLink(dead, NEW_PASSWORD, noRequest)).rejects.toMatchObject({
        reason: "missing",
      });
    }
  });
});

test("a reset ends sessions and trusted devices, withdraws other links, and notifies the user in the page's language", async () => {
  const user = await aUser(acme);
  const onGermanPage = { ...noRequest, language: "de" };
  const at = now();
  const { session, device } = await inPrismaTransaction(acme, async (t) => ({
    session: (
      await createSession(t, {
        userId: user.id,
        kind: "direct",
        authTime: at,
        amr: ["pwd"],
        context: noRequest,
      })
    ).session,
    device: await createTrustedDevice(
      t,
      { user, windowDays: 30, alert: true, name: null, methods: ["email_otp"] },
      { actor: acme.actor, context: onGermanPage, at },
    ),
  }));
  const other = await issue("invitation", user.id);
  const secret = await issue("password_reset", user.id);
  const { login } = await redeemPasswordLink(secret, NEW_PASSWORD, onGermanPage);
  expect(login).toMatchObject({ userId: user.id, kind: "password_reset" });
  expect(await eventsOf(acme, session.id)).toContain("session.revoked");
  expect(await eventsOf(acme, device.device.id)).toContain("trusted_device.revoked");
  expect(await eventsOf(acme, user.id)).toContain("user.password_reset");
  expect(await readPasswordLink(other)).toBeNull();
  const mail = await queuedMail(acme, user.email);
  expect(mail).toMatchObject([
    { template: "password_changed", locale: "de" },
    { template: "trusted_device_added", locale: "de" },
  ]);
  const answer = (password: string) => callPreflight(acme, { email: user.email, password });
  expect((await answer(A_PASSWORD)).status).toBe(401);
  expect((await answer(NEW_PASSWORD)).status).toBe(200);
});
