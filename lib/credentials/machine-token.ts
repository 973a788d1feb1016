import { config } from "@/lib/config/config";
import type { ResolvedCredential } from "@/lib/credentials/credential-store";
import { signJwt } from "@/lib/signing-keys/sign-jwt";

/** The audience of machine tokens (spec, Machine token response). */
export const MANAGEMENT_AUDIENCE = "service-management-api";

/** How long a machine token lives, in seconds (spec, Limits). */
export const MACHINE_TOKEN_SECONDS = 900;

/** Signs the access token of a machine credential (RFC 9068), claim for claim as the OpenID provider does.
 *  @param scope what was granted, space-separated */
export async function signMachineToken(
  clientId: string,
  { tenantPublicId, environmentKey }: ResolvedCredential,
  scope: string,
  at: Date,
): Promise<string> {
  const issuedAt = Math.floor(at.getTime() / 1000);
  const { token } = await signJwt("machine_token", "at+jwt", {
    tenant_id: tenantPublicId,
    environment: environmentKey,
    jti: crypto.randomUUID(),
    sub: clientId,
    iat: issuedAt,
    exp: issuedAt + MACHINE_TOKEN_SECONDS,
    scope,
    client_id: clientId,
    iss: config().baseUrl,
    aud: MANAGEMENT_AUDIENCE,
  });
  return token;
}
