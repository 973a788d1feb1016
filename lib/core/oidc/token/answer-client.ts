import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import type { Grant, TokenRequest } from "@/lib/core/oidc/token/grant";
import { presentedClient } from "@/lib/core/oidc/token/presented-client";
import { ServiceError } from "@/lib/kernel/errors";
import { countTokenRequest, tokenBucket } from "@/lib/kernel/rate-limits/token-requests";

/** Answers a request that a client makes in its own name. An authenticated one counts against the client. Any
 *  other counts here, against its network and the presented client id.
 *  @param answerer returns the answer for a client of the presented kind
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function answerClient(
  tokenRequest: TokenRequest,
  answerer: (kind: AuthenticatedClient["kind"]) => Grant,
): Promise<Response> {
  const presented = presentedClient(tokenRequest.request, tokenRequest.form);
  if (presented && mayBeAnId(presented.clientId)) {
    const answer = await answerer(presented.kind)({ ...tokenRequest, presented });
    if (answer) return answer;
  }
  await admitAnonymous(tokenRequest.context);
  await countTokenRequest(tokenBucket("failed", presented?.clientId ?? ""));
  // One answer for an unknown client id, a wrong secret, and an inactive client or tenant
  // (spec, OAuth errors).
  throw new ServiceError("unauthenticated", { detail: "client authentication failed" });
}

/** PostgreSQL's text takes no NUL, and no id of ours is long. */
const mayBeAnId = (clientId: string) => !clientId.includes("\0") && clientId.length <= 256;
