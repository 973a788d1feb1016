import { z } from "zod";
import type { ExchangedSubjectToken } from "@/lib/core/access/exchange-subject-token";
import { SessionExchangeResource, sessionExchangeResponse } from "@/lib/core/contract/session";
import { UserTokenResource, userTokenResponse } from "@/lib/core/contract/token";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/** Answer to an exchanged subject token (RFC 8693 §2.2.1), with the new session. */
export const TokenExchangeResponse = z
  .object({
    ...UserTokenResource.shape,
    issued_token_type: z.literal(ACCESS_TOKEN),
    ...SessionExchangeResource.shape,
  })
  .meta({ id: "TokenExchangeResponse" });

/** Result of a token exchange in wire format. */
export function tokenExchangeResponse(
  exchanged: ExchangedSubjectToken,
): z.infer<typeof TokenExchangeResponse> {
  return {
    ...userTokenResponse(exchanged),
    issued_token_type: ACCESS_TOKEN,
    ...sessionExchangeResponse({ ...exchanged, kind: null }),
  };
}
