import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { config } from "@/lib/kernel/config/config";

/** What every access token says. */
interface AccessToken {
  subject: string;
  audience: string;
  issuedAt: Date;
  lifetimeSeconds: number;
}

/** Signs an access token in the form of RFC 9068 (§2.1 the header, §2.2 the claims).
 *  @param more what this kind of access token says beside */
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
