import type { ResolvedCredential } from "@/lib/core/credentials/credential-store";
import type { ResolvedInstallation } from "@/lib/core/installations/installation-store";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";

interface Authenticated<Kind extends string> {
  kind: Kind;
  clientId: string;
  scope: TenantScope;
}

/** A machine credential. */
export type MachineClient = Authenticated<"machine"> & { credential: ResolvedCredential };

/** A relying party. A public one has shown no more than its id. */
export type RelyingParty = Authenticated<"relying_party"> & { client: ResolvedOidcClient };

/** An installation, by an assertion that its own key signed. */
export type InstallationClient = Authenticated<"installation"> & {
  installation: ResolvedInstallation;
};

/** Who presented itself at the token endpoint. */
export type AuthenticatedClient = MachineClient | RelyingParty | InstallationClient;

/** Whether a client has proved that it is the one it names. A public client has nothing but its id, and anybody knows
 *  that. */
export function hasProvedItself(client: AuthenticatedClient): boolean {
  return client.kind !== "relying_party" || client.client.type === "confidential";
}
