import { POST as preflightRoute } from "@/app/api/v1/auth/login/preflight/route";
import { POST as verifyRoute } from "@/app/api/v1/auth/login/verify-otp/route";
import { POST as forgotRoute } from "@/app/api/v1/auth/password/forgot/route";
import { POST as redeemRoute } from "@/app/api/v1/auth/password/redeem/route";
import { POST as exchangeRoute } from "@/app/api/v1/auth/session/exchange/route";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { type Answer, call } from "@/tests/support/call-route";

type Headers = Record<string, string>;

function asTenant(environment: TestEnvironment, headers: Headers = {}) {
  return {
    method: "POST",
    token: environment.tenantSecret,
    headers: { "x-tenant-id": environment.publicId, ...headers },
  };
}

/** POST login/preflight as the tenant's backend sends it. */
export function callPreflight(
  environment: TestEnvironment,
  body: unknown,
  headers?: Headers,
): Promise<Answer> {
  const path = "/api/v1/auth/login/preflight";
  return call(preflightRoute, { ...asTenant(environment, headers), path, body });
}

/** POST login/verify-otp. */
export function callVerifyOtp(
  environment: TestEnvironment,
  body: unknown,
  headers?: Headers,
): Promise<Answer> {
  const path = "/api/v1/auth/login/verify-otp";
  return call(verifyRoute, { ...asTenant(environment, headers), path, body });
}

/** POST password/forgot. */
export function callForgot(
  environment: TestEnvironment,
  body: unknown,
  headers?: Headers,
): Promise<Answer> {
  const path = "/api/v1/auth/password/forgot";
  return call(forgotRoute, { ...asTenant(environment, headers), path, body });
}

/** POST password/redeem. */
export function callRedeem(environment: TestEnvironment, body: unknown): Promise<Answer> {
  const path = "/api/v1/auth/password/redeem";
  return call(redeemRoute, { ...asTenant(environment), path, body });
}

/** POST session/exchange. */
export function callExchange(
  environment: TestEnvironment,
  body: unknown,
  headers?: Headers,
): Promise<Answer> {
  const path = "/api/v1/auth/session/exchange";
  return call(exchangeRoute, { ...asTenant(environment, headers), path, body });
}

/** Everything of an answer that an attacker could compare, without the request's id. */
export function comparable({ status, headers, text }: Answer) {
  const shown = [...headers].filter(([name]) => name !== "x-request-id");
  return { status, headers: Object.fromEntries(shown), text };
}
