import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import type { Grant, TokenRequest } from "@/lib/core/oidc/token/grant";
import { presentedClient } from "@/lib/core/oidc/token/presented-client";
import { ServiceError } from "@/lib/kernel/errors";
import { countTokenRequest, tokenBucket } from "@/lib/kernel/rate-limits/token-requests";

/** Answers a request that a client makes in its own name. One that proves its client counts against the client. One that
 *  does not counts here, against its network and the id that it presents.
 *  @param answerer what answers a client of the kind that is presented
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function answerClient(
  asked: TokenRequest,
  answerer: (kind: AuthenticatedClient["kind"]) => Grant,
): Promise<Response> {
  const presented = presentedClient(asked.request, asked.form);
  if (presented && mayBeAnId(presented.clientId)) {
    const answer = await answerer(presented.kind)({ ...asked, presented });
    if (answer) return answer;
  }
  await admitAnonymous(asked.context);
  await countTokenRequest(tokenBucket("failed", presented?.clientId ?? ""));
  // The one answer for a client id that does not exist, a secret that does not match, and a client or tenant that is
  // inactive (spec, OAuth errors).
  throw new ServiceError("unauthenticated", { detail: "client authentication failed" });
}

/** PostgreSQL takes no NUL in a text, and no id of ours is long. */
const mayBeAnId = (clientId: string) => !clientId.includes("\0") && clientId.length <= 256;
