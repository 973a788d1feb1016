import { z } from "zod";
import { tenantAt } from "@/app/(hosted)/_place/environments";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import { withFreshProof } from "@/app/(hosted)/account-security/ask-for-proof";
import { signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import { answeredPage, codePage } from "@/app/(hosted)/device/code-page";
import { devicePage, placeIn } from "@/app/(hosted)/device/device-page";
import { USER_CODE } from "@/lib/core/contract/device-authorization";
import { readUserCode, shownUserCode } from "@/lib/core/device-codes/user-code";
import { approveDevice } from "@/lib/core/oidc/device/approve-device";
import { denyDevice } from "@/lib/core/oidc/device/deny-device";
import { type DeviceRequest, openDeviceRequest } from "@/lib/core/oidc/device/device-request";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { beginOwnSignIn, beginSignInAsAnother } from "@/lib/core/oidc/sign-in/own-sign-in";
import { isOperatorsBearer } from "@/lib/core/operators/command-line-client";
import { isId } from "@/lib/kernel/ids";

/** Page on which a user types the code of a device, sees the request, and approves or denies it (RFC 8628
 *  §3.3). */
async function show(visit: Visit): Promise<Response> {
  const { asked, context } = visit;
  await admitAnonymous(context);
  const answer = asked("answered");
  if (answer === "allowed" || answer === "refused") {
    const { branding } = await tenantAt({ tenant: asked("tenant"), environment: "" });
    return answeredPage(visit, branding, answer);
  }
  const typed = asked(USER_CODE);
  return typed
    ? withDevice(visit, typed, (request) => openFromLink(visit, request))
    : codePage(visit);
}

/** Handles a typed code, or the user's answer about the device that shows it. */
async function submit(sent: Submission): Promise<Response> {
  await admitAnonymous(sent.context);
  const typed = sent.field(USER_CODE);
  const answer = sent.field("answer");
  if (answer) return withDevice(sent, typed, (request) => take(sent, request, answer));
  const code = readUserCode(typed);
  if (!code) return codePage(sent, { typed, isUnknown: true });
  return seeOther(addressOf(code), [typedCodes.keep(code, { code })]);
}

/** Cookie of the codes that were typed in this browser. */
const typedCodes = sealedCookie("device", z.object({ code: z.string() }), 15 * 60, "/device");

const addressOf = (code: string) => `/device?${USER_CODE}=${shownUserCode(code)}`;

/** Continues with the device that shows a code. For an unknown code, asks for another one. */
async function withDevice(
  visit: Visit,
  typed: string,
  goOn: (request: DeviceRequest) => Promise<Response>,
): Promise<Response> {
  try {
    const request = await openDeviceRequest(typed, visit.context);
    return request ? await goOn(request) : codePage(visit, { typed, isUnknown: true });
  } catch (error) {
    return codePage(visit, { typed, problem: problemOf(error) });
  }
}

const personOf = (visit: Visit, { scope, environmentKey }: DeviceRequest) =>
  signedInPerson(visit, [{ scope, environmentKey }]);

/** A link must not lead an operator to the one press that lets an attacker in: the code of such a device is
 *  typed. */
async function openFromLink(visit: Visit, request: DeviceRequest): Promise<Response> {
  const { scope, client, userCode } = request;
  const isLink = typedCodes.read(userCode, visit.cookies) === null;
  if (isLink && (await isOperatorsBearer(scope, client))) return codePage(visit);
  return ask(visit, request);
}

async function ask(visit: Visit, request: DeviceRequest): Promise<Response> {
  return devicePage(visit, { request, person: await personOf(visit, request) });
}

async function take(sent: Submission, request: DeviceRequest, answer: string): Promise<Response> {
  const person = await personOf(sent, request);
  if (answer === "allow" && person) return allow(sent, request, person);
  if (answer === "allow" || answer === "other") return signInFirst(sent, request, answer);
  // Anything but an explicit approval denies.
  await denyDevice(request, person?.owner.userId ?? null, sent.context);
  return redirectToAnswered(request, "refused");
}

async function allow(
  sent: Submission,
  request: DeviceRequest,
  person: NonNullable<Awaited<ReturnType<typeof personOf>>>,
): Promise<Response> {
  const organization = sent.field("organization");
  const chosen = isId(organization) ? organization.toLowerCase() : null;
  const who = { userId: person.owner.userId, sessionId: person.sessionId };
  const { userCode, client } = request;
  const place = placeIn(request);
  return withFreshProof(
    { sessionId: person.sessionId, place },
    () => ({ to: "letDeviceIn", userCode: shownUserCode(userCode), client: client.name }),
    async () => {
      const outcome = await approveDevice(request, who, chosen, sent.context);
      if (outcome.outcome === "choose")
        return devicePage(sent, { request, person, organizations: outcome.organizations });
      if (outcome.outcome === "approved") return redirectToAnswered(request, "allowed");
      if (outcome.outcome === "over") return codePage(sent, { isUnknown: true });
      return devicePage(sent, { request, person, refused: outcome.outcome });
    },
  );
}

/** Starts a sign-in, after which the user sees the device again and approves it. */
async function signInFirst(
  { cookies, context }: Submission,
  request: DeviceRequest,
  answer: "allow" | "other",
): Promise<Response> {
  const { scope, userCode } = request;
  const signIn = { scope, place: placeIn(request), returnTo: addressOf(userCode), context };
  return answer === "other" ? beginSignInAsAnother(signIn) : beginOwnSignIn(signIn, cookies);
}

function redirectToAnswered({ tenant }: DeviceRequest, answer: "allowed" | "refused"): Response {
  return seeOther(`/device?${new URLSearchParams({ answered: answer, tenant: tenant.publicId })}`);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
