import { z } from "zod";
import type { IssuedUserToken } from "@/lib/core/access/issue-user-token";
import { bodyId } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import { sessionId } from "@/lib/core/contract/session";

export const UserTokenBody = z
  .strictObject({
    session_id: sessionId,
    app_id: bodyId,
    organization_id: bodyId.optional().meta({
      description: "Needed when several memberships reach the app.",
    }),
  })
  .meta({ id: "UserTokenRequest" });

export const UserTokenResource = z
  .object({
    access_token: z.string().meta({
      description:
        "EdDSA, typ at+jwt: iss sub aud(app id) sid jti iat exp auth_time amr tenant_id environment org_id role permissions package entitlements.",
    }),
    token_type: z.literal("Bearer"),
    expires_in: z.int().min(1).max(300).meta({
      description: "Seconds: 300, or the rest of the session when the session ends sooner.",
    }),
    scope: z.string().meta({ description: "The role's permissions, separated by spaces." }),
    organization_id: id,
  })
  .meta({ id: "UserToken" });

/** A minted token in wire format. */
export function userTokenResponse(issued: IssuedUserToken): z.infer<typeof UserTokenResource> {
  return {
    access_token: issued.accessToken,
    token_type: "Bearer",
    expires_in: issued.expiresInSeconds,
    scope: issued.grant.permissions.join(" "),
    organization_id: issued.grant.organizationId,
  };
}
