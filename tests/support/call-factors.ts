import { expect } from "vitest";
import { POST as preflight } from "@/app/api/v1/auth/login/preflight/route";
import { POST as verifyOtp } from "@/app/api/v1/auth/login/verify-otp/route";
import { POST as authentication } from "@/app/api/v1/auth/passkeys/authentication/route";
import { POST as authenticationOptions } from "@/app/api/v1/auth/passkeys/authentication-options/route";
import { POST as registration } from "@/app/api/v1/auth/passkeys/registration/route";
import { POST as registrationOptions } from "@/app/api/v1/auth/passkeys/registration-options/route";
import { POST as recoveryCodes } from "@/app/api/v1/auth/recovery-codes/route";
import { POST as confirm } from "@/app/api/v1/auth/totp/confirm/route";
import { POST as totp } from "@/app/api/v1/auth/totp/route";
import { aSession } from "@/tests/builders/a-session";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import type { Authenticator, Wrong } from "@/tests/support/authenticator";
import { type Answer, call } from "@/tests/support/call-route";
import { totpCode } from "@/tests/support/totp-code";

const routes = {
  "login/preflight": preflight,
  "login/verify-otp": verifyOtp,
  "passkeys/authentication": authentication,
  "passkeys/authentication-options": authenticationOptions,
  "passkeys/registration": registration,
  "passkeys/registration-options": registrationOptions,
  "recovery-codes": recoveryCodes,
  totp,
  "totp/confirm": confirm,
} as const;

/** Calls one of the routes under /api/v1/auth as the tenant's backend does. */
export function callAuth(
  environment: TestEnvironment,
  route: keyof typeof routes,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(routes[route], {
    method: "POST",
    path: `/api/v1/auth/${route}`,
    token: environment.tenantSecret,
    headers: { "x-tenant-id": environment.publicId, ...headers },
    body,
  });
}

/** The body of an answer that must be a success. */
export function bodyOf<T>({ status, text, body }: Answer): T {
  expect([status < 300, text]).toEqual([true, text]);
  return body as T;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

/** The user who registers, in a new session, or an existing session's id or an enrolment's token. */
type Registrant = { userId: string } | { session_id: string } | { enrolment_token: string };

async function registrantOf(environment: TestEnvironment, who: Registrant) {
  if (!("userId" in who)) return who;
  // Also of a user who has a factor already.
  const amr = ["pwd", "otp", "mfa"];
  return { session_id: (await aSession(environment, { ...who, amr })).id };
}

/** Adds an authenticator's passkey to a user. */
export async function addPasskey(
  environment: TestEnvironment,
  who: Registrant,
  authenticator: Authenticator,
  wrong: Wrong = {},
): Promise<Answer> {
  const registrant = await registrantOf(environment, who);
  const started = await callAuth(environment, "passkeys/registration-options", registrant);
  const { token, options } = bodyOf<{ token: string; options: CreationOptions }>(started);
  const response = authenticator.register(options, wrong);
  return callAuth(environment, "passkeys/registration", { ...registrant, token, response });
}

/** Adds an authenticator app to a user.
 *  @returns the secret, and the answer to the confirmation */
export async function addTotp(
  environment: TestEnvironment,
  who: Registrant,
  at = new Date(),
): Promise<{ secret: string; answer: Answer }> {
  const registrant = await registrantOf(environment, who);
  const started = await callAuth(environment, "totp", registrant);
  const { token, secret } = bodyOf<{ token: string; secret: string }>(started);
  const code = totpCode(secret, at);
  const answer = await callAuth(environment, "totp/confirm", { ...registrant, token, code });
  return { secret, answer };
}

/** The options of a sign-in by a passkey alone. */
export async function passkeyOptions(
  environment: TestEnvironment,
): Promise<{ token: string; options: RequestOptions }> {
  return bodyOf(await callAuth(environment, "passkeys/authentication-options", {}));
}

/** Signs in by a passkey alone. */
export async function signInByPasskey(
  environment: TestEnvironment,
  authenticator: Authenticator,
  wrong: Wrong = {},
): Promise<Answer> {
  const { token, options } = await passkeyOptions(environment);
  const response = authenticator.authenticate(options, wrong);
  return callAuth(environment, "passkeys/authentication", { token, response });
}
