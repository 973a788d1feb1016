import { signAccessToken } from "@/lib/core/signing-keys/sign-access-token";

/** The audience of machine tokens (spec, Machine token response). */
export const MANAGEMENT_AUDIENCE = "service-management-api";

/** Lifetime of a machine token, in seconds (spec, Limits). */
export const MACHINE_TOKEN_SECONDS = 900;

/** Holder of a machine token: a credential or an installation, by the id that it authenticates with. */
export interface MachineTokenHolder {
  clientId: string;
  tenantPublicId: string;
  environmentKey: string;
}

/** Signs a machine token (RFC 9068). Every machine token is minted here.
 *  @param scope the granted scopes, space-separated
 *  @param more further claims of this kind of holder */
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
