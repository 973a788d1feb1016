import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { config } from "@/lib/kernel/config/config";

/** Common claims of access tokens. */
interface AccessToken {
  subject: string;
  audience: string;
  issuedAt: Date;
  lifetimeSeconds: number;
}

/** Signs an access token in the format of RFC 9068 (§2.1 the header, §2.2 the claims).
 *  @param more additional claims of this kind of access token */
export async function signAccessToken(
  purpose: "machine_token" | "user_token",
  { subject, audience, issuedAt, lifetimeSeconds }: AccessToken,
  more: object,
): Promise<string> {
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const { token } = await signJwt(purpose, "at+jwt", {
    ...more,
    iss: config().baseUrl,
    sub: subject,
    aud: audience,
    jti: crypto.randomUUID(),
    iat,
    exp: iat + lifetimeSeconds,
  });
  return token;
}
