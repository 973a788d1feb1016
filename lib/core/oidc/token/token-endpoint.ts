import { answerClient } from "@/lib/core/oidc/token/answer-client";
import type { TokenRequest } from "@/lib/core/oidc/token/grant";
import { grantFor, grantTypes } from "@/lib/core/oidc/token/grants";
import { ServiceError } from "@/lib/kernel/errors";
import type { TokenOutcome } from "@/lib/kernel/process/counters";
import { observedToken } from "@/lib/kernel/process/observed-token";

/** `POST /oauth/token`.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveToken(tokenRequest: TokenRequest): Promise<Response> {
  const grantType = tokenRequest.form.get("grant_type");
  return observedToken(grantName(grantType), () => answerTo(tokenRequest, grantType), outcomeOf);
}

async function answerTo(tokenRequest: TokenRequest, grantType: string | null): Promise<Response> {
  if (!grantType)
    throw new ServiceError("malformed", { detail: "missing required parameter: grant_type" });
  return answerClient(tokenRequest, (kind) => grantFor(kind, grantType));
}

/** Name of a grant type in metrics: the last part of a URN, and one name for all unknown ones. */
function grantName(grantType: string | null): string {
  if (grantType === null || !grantTypes.has(grantType)) return "other";
  return grantType.slice(grantType.lastIndexOf(":") + 1);
}

function outcomeOf({ status }: Response): TokenOutcome {
  if (status < 400) return "issued";
  return status < 500 ? "refused" : "failed";
}
