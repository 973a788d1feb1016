import { beforeEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/session/reverify/route";
import { secondsAfter } from "@/lib/kernel/clock";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aSession, type TestSession } from "@/tests/builders/a-session";
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
  type RequestOptions,
} from "@/tests/support/call-factors";
import { comparable } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { totpCode, wrongTotpCode } from "@/tests/support/totp-code";

const origin = "https://shop.example";
const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
const later = (seconds: number) => secondsAfter(start, seconds);
let acme: TestEnvironment;
let token: string;
let session: TestSession;
let key: Authenticator;
let secret: string;

beforeEach(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
  token = await aMachineToken(acme, ["sessions:reverify"], { expiresIn: 86_400 });
  key = new Authenticator(origin);
  await atMoment(start, async () => {
    const { id: userId } = await aUser(acme);
    session = await aSession(acme, { userId });
    await addPasskey(acme, { session_id: session.id }, key);
    secret = (await addTotp(acme, { session_id: session.id }, start)).secret;
  });
});

const reverify = (proof: object, of = session) =>
  call(POST, {
    method: "POST",
    path: "/api/v1/auth/session/reverify",
    token,
    body: { session_id: of.id, ...proof },
  });

interface PasskeyChallenge {
  token: string;
  passkey: RequestOptions;
}
async function passkeyChallenge(of = session): Promise<PasskeyChallenge> {
  const answer = await reverify({ method: "passkey" }, of);
  expect(answer).toMatchObject({ status: 202, body: { challenge: { type: "passkey" } } });
  return bodyOf<{ challenge: PasskeyChallenge }>(answer).challenge;
}

test("a code of the app is a step-up, once", async () => {
  await atMoment(later(60), async () => {
    const proof = { method: "totp", code: totpCode(secret, later(60)) };
    expect(await reverify(proof)).toMatchObject({
      status: 200,
      body: { expires_at: later(360).toISOString(), amr: ["pwd", "otp", "mfa"] },
    });
    expect((await reverify(proof)).status).toBe(401);
    const wrong = await reverify({ method: "totp", code: wrongTotpCode(secret, later(60)) });
    expect(Object.keys(wrong.body as object).sort()).toEqual(["detail", "status", "title"]);
  });
});

describe("a passkey", () => {
  test("is a step-up, once", async () => {
    await atMoment(later(60), async () => {
      const challenge = await passkeyChallenge();
      expect(challenge.passkey.allowCredentials).toMatchObject([{ id: key.id }]);
      const proof = {
        method: "passkey",
        token: challenge.token,
        response: key.authenticate(challenge.passkey),
      };
      expect(await reverify(proof)).toMatchObject({
        status: 200,
        body: { amr: ["pwd", "hwk", "user", "mfa"] },
      });
      expect((await reverify(proof)).status).toBe(401);
      expect(await eventsOf(acme, session.id)).toContain("session.reverified");
    });
  });

  test("that is another user's, wrong, or of another session's challenge is refused alike", async () => {
    await atMoment(later(60), async () => {
      const challenge = await passkeyChallenge();
      const { token: its, passkey } = challenge;
      const other = await aSession(acme, { userId: (await aUser(acme)).id });
      const theirs = new Authenticator(origin);
      await addPasskey(acme, { session_id: other.id }, theirs);
      const wrong = await reverify({ method: "totp", code: "000000" });
      const theirChallenge = await passkeyChallenge(other);
      for (const [presented, response] of [
        [its, theirs.authenticate(passkey)],
        [its, key.authenticate(passkey, { origin: "https://evil.example" })],
        [its, key.authenticate(passkey, { userVerified: false })],
        [theirChallenge.token, key.authenticate(theirChallenge.passkey)],
      ] as const)
        expect(
          comparable(await reverify({ method: "passkey", token: presented, response })),
        ).toEqual(comparable(wrong));
    });
  });

  test("whose counter goes back is refused and audited", async () => {
    await atMoment(later(60), async () => {
      const first = await passkeyChallenge();
      const prove = (challenge: PasskeyChallenge, counter: number) =>
        reverify({
          method: "passkey",
          token: challenge.token,
          response: key.authenticate(challenge.passkey, { counter }),
        });
      expect((await prove(first, 9)).status).toBe(200);
      expect((await prove(await passkeyChallenge(), 9)).status).toBe(401);
      expect(await eventsOf(acme, session.userId)).toContain("factor.copy_refused");
    });
  });

  test("has no challenge for a user without one, and half an answer is a 400", async () => {
    const other = await aSession(acme);
    expect((await reverify({ method: "passkey" }, other)).status).toBe(422);
    expect(await reverify({ method: "passkey", token: "afc_x" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("together with response") },
    });
  });
});

test("where a mailed code does not count, a password is no fresh proof for adding a factor, and a factor is", async () => {
  await aPolicy(acme, { allowedFactors: ["totp", "passkey"] });
  await atMoment(later(400), async () => {
    expect((await reverify({ method: "password", password: A_PASSWORD })).status).toBe(200);
    const begin = () => callAuth(acme, "passkeys/registration-options", { session_id: session.id });
    expect(await begin()).toMatchObject({
      status: 403,
      body: { code: "step_up_required", methods: ["passkey", "totp", "recovery_code"] },
    });
    const proof = { method: "totp", code: totpCode(secret, later(400)) };
    expect((await reverify(proof)).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });
});
