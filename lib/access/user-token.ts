import type { AccessGrant } from "@/lib/access/access";
import { config } from "@/lib/config/config";
import { signJwt } from "@/lib/signing-keys/sign-jwt";

/** How long a user access token lives, in seconds (contract, Request-time bodies). */
export const USER_TOKEN_SECONDS = 300;

interface UserTokenContent {
  userId: string;
  sessionId: string;
  appId: string;
  tenantPublicId: string;
  environmentKey: string;
  authTime: Date;
  amr: string[];
  grant: AccessGrant;
}

/** Signs an access token for one app (RFC 9068): what the evaluator granted, in whose name, and how and when
 *  they proved it.
 *  @param lifetimeSeconds no longer than the session has left */
export async function signUserToken(
  content: UserTokenContent,
  at: Date,
  lifetimeSeconds: number,
): Promise<string> {
  const issuedAt = Math.floor(at.getTime() / 1000);
  const { organizationId, role, permissions, package: held, entitlements } = content.grant;
  const { token } = await signJwt("user_token", "at+jwt", {
    sid: content.sessionId,
    auth_time: Math.floor(content.authTime.getTime() / 1000),
    amr: content.amr,
    tenant_id: content.tenantPublicId,
    environment: content.environmentKey,
    org_id: organizationId,
    role,
    permissions,
    package: held,
    entitlements,
    iss: config().baseUrl,
    sub: content.userId,
    aud: content.appId,
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  });
  return token;
}
