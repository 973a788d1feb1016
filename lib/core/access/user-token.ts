import type { AccessGrant } from "@/lib/core/access/access";
import { signAccessToken } from "@/lib/core/signing-keys/sign-access-token";

/** Lifetime of a user access token, in seconds (contract, Request-time bodies). */
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

/** Signs an access token for one app: the evaluator's grant, its user, and how and when they proved who
 *  they are.
 *  @param lifetimeSeconds no longer than the session has left */
export function signUserToken(
  content: UserTokenContent,
  at: Date,
  lifetimeSeconds: number,
): Promise<string> {
  const { organizationId, role, permissions, package: held, entitlements } = content.grant;
  return signAccessToken(
    "user_token",
    { subject: content.userId, audience: content.appId, issuedAt: at, lifetimeSeconds },
    {
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
    },
  );
}
