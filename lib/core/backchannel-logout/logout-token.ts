import type { LogoutDelivery } from "@/lib/core/backchannel-logout/logout-delivery";
import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { idTokenPurposes } from "@/lib/core/signing-keys/signing-key";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds for which a receiver may accept one attempt's token (contract, Back-channel logout). */
export const LOGOUT_TOKEN_SECONDS = 120;

/** Returns the token of one attempt (OpenID Connect Back-Channel Logout 1.0 §2.4): the delivery's `jti`,
 *  with times of this attempt. It never has a nonce. */
export async function logoutToken(
  delivery: Pick<LogoutDelivery, "userId" | "sid" | "jti" | "clientId"> &
    Partial<Pick<LogoutDelivery, "idTokenSignedResponseAlg">>,
): Promise<string> {
  const purpose = idTokenPurposes[delivery.idTokenSignedResponseAlg ?? "RS256"];
  const iat = Math.floor(now().getTime() / 1000);
  const { token } = await signJwt(purpose, "logout+jwt", {
    sid: delivery.sid,
    events: { [EVENT]: {} },
    iss: config().baseUrl,
    aud: delivery.clientId,
    sub: delivery.userId,
    jti: delivery.jti,
    iat,
    exp: iat + LOGOUT_TOKEN_SECONDS,
  });
  return token;
}
