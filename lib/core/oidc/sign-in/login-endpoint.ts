import type { z } from "zod";
import {
  type HostedLoginResource,
  HostedPreflightBody,
  HostedVerifyOtpBody,
} from "@/lib/core/contract/hosted-login";
import { enrolmentResponse, otpRequiredResponse } from "@/lib/core/contract/login";
import { readJson } from "@/lib/core/http/body";
import type { LoginEnd } from "@/lib/core/login/completed-login";
import { preflight } from "@/lib/core/login/preflight";
import { verifyLoginCode } from "@/lib/core/login/verify-login-code";
import {
  cookiesOf,
  trustedDeviceCookie,
  trustedDeviceCookieName,
} from "@/lib/core/oidc/http/cookies";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import {
  type HostedInteraction,
  hostedCaller,
  readInteraction,
} from "@/lib/core/oidc/sign-in/hosted-interaction";
import { startedInteractions } from "@/lib/core/oidc/sign-in/interaction-cookies";
import type { RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

type Answer = z.infer<typeof HostedLoginResource>;

/** `POST /oauth/login/preflight`: the password stage of a hosted login.
 *  @throws ServiceError as `preflight`, `rate_limited`, and `malformed` outside of a sign-in that
 *    this browser started */
export async function servePreflight(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const { email, password, method = null } = await readJson(request, HostedPreflightBody);
  const interaction = await interactionOf(request);
  const outcome = await preflight(hostedCaller(interaction, context), {
    email,
    password,
    trustedDeviceToken:
      cookiesOf(request)(trustedDeviceCookieName(interaction.scope.environmentId)) ?? null,
    channel: "hosted",
    method,
  });
  if (outcome.status !== "otp_required") return proceed(interaction, outcome, context);
  const answer: Answer = otpRequiredResponse(outcome.challenge);
  return Response.json(answer);
}

/** `POST /oauth/login/verify-otp`: the code stage.
 *  @throws ServiceError as `verifyLoginCode`, `rate_limited`, and `malformed` outside of a sign-in */
export async function serveVerifyOtp(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const body = await readJson(request, HostedVerifyOtpBody);
  const interaction = await interactionOf(request);
  const end = await verifyLoginCode(hostedCaller(interaction, context), {
    email: body.email,
    code: body.code,
    method: body.method ?? null,
    challengeToken: request.headers.get("x-login-challenge"),
    rememberDevice: body.rememberDevice ?? false,
    deviceName: body.deviceName ?? null,
    channel: "hosted",
  });
  return proceed(interaction, end, context);
}

/** Finds the sign-in of a request: the one that it names, or the latest that this browser started. */
async function interactionOf(request: Request): Promise<HostedInteraction> {
  assertSameOrigin(request);
  const named = new URL(request.url).searchParams.get("interaction");
  const cookies = cookiesOf(request);
  for (const uid of named === null ? startedInteractions(request) : [named]) {
    const interaction = await readInteraction(uid, cookies);
    if (interaction?.prompt === "login") return interaction;
  }
  throw new ServiceError("malformed", {
    detail: "there is no sign-in under way in this browser; begin at /oauth/authorize",
  });
}

/** Refuses requests from other origins, where the browser names the origin. A form of another
 *  site can't send JSON. */
function assertSameOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  if ((origin !== null && origin !== config().baseUrl) || site === "cross-site")
    throw new ServiceError("malformed", { detail: "this request comes from another site" });
}

async function proceed(
  interaction: HostedInteraction,
  end: LoginEnd,
  context: RequestContext,
): Promise<Response> {
  if (end.status === "enrolment_required") return Response.json(enrolmentResponse(end.enrolment));
  const { login, trustedDevice } = end;
  const path = await completeLogin(interaction.waiting, login, context);
  if (path === null)
    throw new ServiceError("malformed", { detail: "this sign-in has expired; begin again" });
  const answer: Answer = { status: "grant", redirect_to: new URL(path, config().baseUrl).href };
  const response = Response.json(answer);
  const { environmentId } = interaction.scope;
  if (trustedDevice)
    response.headers.append("set-cookie", trustedDeviceCookie(environmentId, trustedDevice, now()));
  return response;
}
