import { signAccessToken } from "@/lib/core/signing-keys/sign-access-token";

/** The audience of machine tokens (spec, Machine token response). */
export const MANAGEMENT_AUDIENCE = "service-management-api";

/** How long a machine token lives, in seconds (spec, Limits). */
export const MACHINE_TOKEN_SECONDS = 900;

/** Whom a machine token speaks for: a credential or an installation, by the id that it authenticates with. */
export interface MachineTokenHolder {
  clientId: string;
  tenantPublicId: string;
  environmentKey: string;
}

/** Signs a machine token (RFC 9068). Every machine token is minted here.
 *  @param scope what was granted, space-separated
 *  @param more what the token of this kind of holder says beside */
export function signMachineToken(
  { clientId, tenantPublicId, environmentKey }: MachineTokenHolder,
  scope: string,
  at: Date,
  more: object = {},
): Promise<string> {
  const claims = { tenant_id: tenantPublicId, environment: environmentKey, scope, ...more };
  return signAccessToken(
    "machine_token",
    {
      subject: clientId,
      audience: MANAGEMENT_AUDIENCE,
      issuedAt: at,
      lifetimeSeconds: MACHINE_TOKEN_SECONDS,
    },
    { ...claims, client_id: clientId },
  );
}
