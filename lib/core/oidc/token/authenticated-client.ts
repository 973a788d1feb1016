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

/** A relying party. A public one has presented only its id. */
export type RelyingParty = Authenticated<"relying_party"> & { client: ResolvedOidcClient };

/** An installation, authenticated by an assertion that its own key signed. */
export type InstallationClient = Authenticated<"installation"> & {
  installation: ResolvedInstallation;
};

/** Client at the token endpoint. */
export type AuthenticatedClient = MachineClient | RelyingParty | InstallationClient;

/** Whether a client has authenticated. A public client has only its id, which is no secret. */
export function hasProvedItself(client: AuthenticatedClient): boolean {
  return client.kind !== "relying_party" || client.client.type === "confidential";
}
