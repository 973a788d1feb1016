import { beforeEach, describe, expect, test } from "vitest";
import { POST as reverify } from "@/app/api/v1/auth/session/reverify/route";
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from "@/lib/core/account-security/register-passkey";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { preflight } from "@/lib/core/login/preflight";
import { verifyLoginCode } from "@/lib/core/login/verify-login-code";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { Authenticator } from "@/tests/support/authenticator";
import { addTotp, bodyOf, callAuth } from "@/tests/support/call-factors";
import { callExchange } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { lastCode } from "@/tests/support/queued-mail";

// A passkey of one plane's pages is of no use on the other's: no browser offers it there.

let acme: TestEnvironment;
let user: { id: string; email: string };
beforeEach(async () => {
  acme = await aTenant();
  user = await aUser(acme);
  await aRelyingParty(acme);
});

/** Adds a passkey on a plane's pages.
 *  @returns the recovery codes that came with it */
async function addPasskeyOn(channel: LoginChannel): Promise<string[]> {
  const origin = channel === "hosted" ? new URL(config().baseUrl).origin : "https://shop.example";
  const { id: sessionId } = await aSession(acme, { userId: user.id, kind: channel });
  const registrant = { sessionId, channel };
  const { token, options } = await beginPasskeyRegistration(acme, registrant);
  const response = { ...new Authenticator(origin).register(options), type: "public-key" as const };
  const made = { token, response, name: null };
  return (await finishPasskeyRegistration(acme, registrant, made)).recoveryCodes ?? [];
}

const signIn = (channel: LoginChannel) =>
  preflight(acme, {
    ...{ email: user.email, password: A_PASSWORD, trustedDeviceToken: null, channel },
  });

const enter = (
  channel: LoginChannel,
  method: "email_otp" | "recovery_code",
  code: string,
  challengeToken: string,
) =>
  verifyLoginCode(acme, {
    ...{ email: user.email, code, method, challengeToken, channel },
    ...{ rememberDevice: false, deviceName: null },
  });

describe.each<[LoginChannel, LoginChannel]>([
  ["direct", "hosted"],
  ["hosted", "direct"],
])("on the %s plane, a user whose only passkey is of the %s one", (channel, other) => {
  test("signs in by a mailed code where the policy counts one, and changes no factor by it", async () => {
    const [recovery = ""] = await addPasskeyOn(other);
    const firstStep = await signIn(channel);
    expect(firstStep).toMatchObject({
      status: "otp_required",
      challenge: { type: "email_otp", methods: ["email_otp", "recovery_code"] },
    });
    if (firstStep.status !== "otp_required") return;
    const code = await lastCode(acme, user.email);
    const end = await enter(channel, "email_otp", code, firstStep.challenge.token);
    expect(end).toMatchObject({ status: "grant", login: { amr: ["pwd", "otp"] } });
    const { id: sessionId } = await aSession(acme, {
      ...{ userId: user.id, kind: channel, amr: ["pwd", "otp"] },
    });
    const begin = () => beginPasskeyRegistration(acme, { sessionId, channel });
    await expect(begin()).rejects.toMatchObject({
      reason: "step_up_required",
      fields: { methods: ["recovery_code"] },
    });
    if (channel === "hosted") return;
    const token = await aMachineToken(acme, ["sessions:reverify"]);
    const body = { session_id: sessionId, method: "recovery_code", code: recovery };
    const prove = () =>
      call(reverify, { method: "POST", path: "/api/v1/auth/session/reverify", token, body });
    expect(await prove()).toMatchObject({ status: 200, body: { amr: ["pwd", "otp", "mfa"] } });
    expect((await prove()).status).toBe(401);
    await begin();
  });

  test("shows a recovery code and adds a factor where only passkeys count, and never the mailbox", async () => {
    const [recovery = ""] = await addPasskeyOn(other);
    await aPolicy(acme, { allowedFactors: ["passkey"], factorGraceDays: 14 });
    const firstStep = await signIn(channel);
    expect(firstStep).toMatchObject({
      status: "otp_required",
      challenge: { type: "recovery_code", methods: ["recovery_code"] },
    });
    if (firstStep.status !== "otp_required") return;
    const end = await enter(channel, "recovery_code", recovery, firstStep.challenge.token);
    expect(end).toMatchObject({
      status: "enrolment_required",
      enrolment: { methods: ["passkey"] },
    });
    if (end.status !== "enrolment_required") return;
    const registrant = { enrolmentToken: end.enrolment.token, channel };
    expect((await beginPasskeyRegistration(acme, registrant)).token).toMatch(/^afc_/);
  });
});

describe("where only passkeys count and the environment has no relying party", () => {
  test("the API says so after a right password, and names no factor that can't be added", async () => {
    const elsewhere = await aTenant();
    const { email } = await aUser(elsewhere);
    await aPolicy(elsewhere, { allowedFactors: ["passkey"], factorGraceDays: 0 });
    const attempt = (password: string) =>
      callAuth(elsewhere, "login/preflight", { email, password });
    expect(await attempt(A_PASSWORD)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("neither shown nor added here") },
    });
    expect((await attempt("wrong")).status).toBe(401);
    await aPolicy(elsewhere, { allowedFactors: ["totp", "passkey"] });
    const { challenge } = bodyOf<{ challenge: { token: string } }>(await attempt(A_PASSWORD));
    const code = await lastCode(elsewhere, email);
    const headers = { "x-login-challenge": challenge.token };
    expect(await callAuth(elsewhere, "login/verify-otp", { email, code }, headers)).toMatchObject({
      body: { status: "enrolment_required", enrolment: { methods: ["totp"] } },
    });
  });
});

describe("a trusted device", () => {
  const withDevice = (token: string) =>
    callAuth(
      acme,
      "login/preflight",
      { email: user.email, password: A_PASSWORD },
      { "x-trusted-device": token },
    );

  /** Signs in by a mailed code, and makes the device trusted. */
  async function trusted(): Promise<string> {
    await signIn("direct");
    const body = {
      email: user.email,
      code: await lastCode(acme, user.email),
      remember_device: true,
    };
    const answer = await callAuth(acme, "login/verify-otp", body);
    const { grant, trusted_device } = bodyOf<{ grant: string; trusted_device: { token: string } }>(
      answer,
    );
    await callExchange(acme, { grant });
    return trusted_device.token;
  }

  test("that a mailed code made ends with the user's first own factor", async () => {
    const token = await trusted();
    expect(await withDevice(token)).toMatchObject({ body: { status: "grant" } });
    await addTotp(acme, { userId: user.id });
    expect(await withDevice(token)).toMatchObject({
      body: { status: "otp_required", challenge: { type: "totp" } },
    });
    // It is not only ignored: it is gone, also where a mailed code counts beside factors.
    await aPolicy(acme, { emailOtpBesideFactors: true });
    expect(await withDevice(token)).toMatchObject({ body: { status: "otp_required" } });
  });

  test("that a mailed code made counts no longer than mailed codes do", async () => {
    const token = await trusted();
    await aPolicy(acme, { allowedFactors: ["totp", "passkey"] });
    expect(await withDevice(token)).toMatchObject({ body: { status: "otp_required" } });
    await aPolicy(acme, { allowedFactors: ["email_otp", "totp"] });
    expect(await withDevice(token)).toMatchObject({ body: { status: "grant" } });
  });
});
