import { ServiceError } from "@/lib/errors";
import { admitAnonymous } from "@/lib/oidc/http/oauth-rate-limits";
import type { TokenRequest } from "@/lib/oidc/token/grant";
import { grantFor, grantTypes } from "@/lib/oidc/token/grants";
import { presentedClient } from "@/lib/oidc/token/presented-client";
import type { TokenOutcome } from "@/lib/process/counters";
import { observedToken } from "@/lib/process/observed-token";
import { countTokenRequest, tokenBucket } from "@/lib/rate-limits/token-requests";

/** `POST /oauth/token`. A request that proves its client counts against the client. One that does not counts here,
 *  against its network and the id that it presents.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveToken(asked: TokenRequest): Promise<Response> {
  const grantType = asked.form.get("grant_type");
  return observedToken(grantName(grantType), () => answerTo(asked, grantType), outcomeOf);
}

async function answerTo(asked: TokenRequest, grantType: string | null): Promise<Response> {
  const { request, form, context } = asked;
  if (!grantType)
    throw new ServiceError("malformed", { detail: "missing required parameter: grant_type" });
  const presented = presentedClient(request, form);
  if (presented && mayBeAnId(presented.clientId)) {
    const answer = await grantFor(presented.kind, grantType)({ ...asked, presented });
    if (answer) return answer;
  }
  await admitAnonymous(context);
  await countTokenRequest(tokenBucket("failed", presented?.clientId ?? ""));
  // The one answer for a client id that does not exist, a secret that does not match, and a client or tenant that is
  // inactive (spec, OAuth errors).
  throw new ServiceError("unauthenticated", { detail: "client authentication failed" });
}

/** What metrics call a grant type: the last word of a URN, and one word for all that are not known here. */
function grantName(grantType: string | null): string {
  if (grantType === null || !grantTypes.has(grantType)) return "other";
  return grantType.slice(grantType.lastIndexOf(":") + 1);
}

function outcomeOf({ status }: Response): TokenOutcome {
  if (status < 400) return "issued";
  return status < 500 ? "refused" : "failed";
}

/** PostgreSQL takes no NUL in a text, and no id of ours is long. */
const mayBeAnId = (clientId: string) => !clientId.includes("\0") && clientId.length <= 256;
