import { z } from "zod";
import type { ExchangedSubjectToken } from "@/lib/core/access/exchange-subject-token";
import { SessionExchangeResource, sessionExchangeResponse } from "@/lib/core/contract/session";
import { UserTokenResource, userTokenResponse } from "@/lib/core/contract/token";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/** What a subject token is exchanged for (RFC 8693 §2.2.1), with the session that came out of it. */
export const TokenExchangeResponse = z
  .object({
    ...UserTokenResource.shape,
    issued_token_type: z.literal(ACCESS_TOKEN),
    ...SessionExchangeResource.shape,
  })
  .meta({ id: "TokenExchangeResponse" });

/** The outcome of an exchange as the wire writes it. */
export function tokenExchangeResponse(
  exchanged: ExchangedSubjectToken,
): z.infer<typeof TokenExchangeResponse> {
  return {
    ...userTokenResponse(exchanged),
    issued_token_type: ACCESS_TOKEN,
    ...sessionExchangeResponse({ ...exchanged, kind: null }),
  };
}
