import { ServiceError } from "@/lib/errors";
import { admitAnonymous } from "@/lib/oidc/http/oauth-rate-limits";
import type { TokenRequest } from "@/lib/oidc/token/grant";
import { grantFor } from "@/lib/oidc/token/grants";
import { presentedClient } from "@/lib/oidc/token/presented-client";
import { countTokenRequest, tokenBucket } from "@/lib/rate-limits/token-requests";

/** `POST /oauth/token`. A request that proves its client counts against the client. One that does not counts here,
 *  against its network and the id that it presents.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveToken(asked: TokenRequest): Promise<Response> {
  const { request, form, context } = asked;
  const grantType = form.get("grant_type");
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

/** PostgreSQL takes no NUL in a text, and no id of ours is long. */
const mayBeAnId = (clientId: string) => !clientId.includes("\0") && clientId.length <= 256;
