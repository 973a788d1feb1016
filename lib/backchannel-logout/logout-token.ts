import { SignJWT } from "jose";
import type { LogoutDelivery } from "@/lib/backchannel-logout/logout-delivery";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { signer } from "@/lib/signing-keys/signing-keys";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds for which a receiver may accept one attempt's token (contract, Back-channel logout). */
const LIFETIME_SECONDS = 120;

/** The token of one attempt (OpenID Connect Back-Channel Logout 1.0 §2.4): the delivery's `jti`, with times
 *  of this attempt. It never has a nonce. */
export async function logoutToken(
  delivery: Pick<LogoutDelivery, "userId" | "sid" | "jti" | "clientId">,
): Promise<string> {
  const { kid, alg, key } = await signer("id_token");
  const at = Math.floor(now().getTime() / 1000);
  return new SignJWT({ sid: delivery.sid, events: { [EVENT]: {} } })
    .setProtectedHeader({ alg, kid, typ: "logout+jwt" })
    .setIssuer(config().baseUrl)
    .setAudience(delivery.clientId)
    .setSubject(delivery.userId)
    .setJti(delivery.jti)
    .setIssuedAt(at)
    .setExpirationTime(at + LIFETIME_SECONDS)
    .sign(key);
}
