import { userTokenClaims } from "@/lib/core/access/user-token-claims";
import { machineTokenClaims } from "@/lib/core/credentials/machine-token-claims";
import { isTokenRevoked } from "@/lib/core/credentials/revoked-token-store";
import type { IssuedToken } from "@/lib/core/oidc/issued-tokens/issued-token";
import { findPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Finds the token that was presented in an environment, of any kind; null for a token of another issuer or
 *  environment, or for a signed one that has ended. The statements are the same for each. */
export async function findIssuedToken(
  scope: TenantScope,
  token: string,
): Promise<IssuedToken | null> {
  const signed = await signedToken(token);
  const [access, refresh, isRevoked] = await inBatch(scope, (db) =>
    Promise.all([
      findPayload(db, "AccessToken", token),
      findPayload(db, "RefreshToken", token),
      isTokenRevoked(db, signed?.claims.jti ?? ""),
    ]),
  );
  if (signed) return { form: "signed", ...signed, isRevoked };
  const of = { form: "stored", id: token } as const;
  if (access) return { ...of, kind: "access_token", content: access.content, isSpent: false };
  if (!refresh) return null;
  const { content, consumedAt } = refresh;
  return { ...of, kind: "refresh_token", content, isSpent: consumedAt !== null };
}

async function signedToken(token: string) {
  const machine = await machineTokenClaims(token);
  if (machine) return { kind: "machine_token", claims: machine } as const;
  const user = await userTokenClaims(token);
  return user && ({ kind: "user_token", claims: user } as const);
}
