import { proveCredential } from "@/lib/core/credentials/prove-credential";
import type {
  InstallationClient,
  MachineClient,
  RelyingParty,
} from "@/lib/core/oidc/token/authenticated-client";
import { provenClient } from "@/lib/core/oidc/token/client-assertion";
import { provenInstallation } from "@/lib/core/oidc/token/installation-assertion";
import type { PresentedClient } from "@/lib/core/oidc/token/presented-client";
import { proveOidcClient } from "@/lib/core/oidc-clients/prove-oidc-client";

// Each function returns the authenticated client, or null. For every reason of null, the statements and
// comparisons are the same.

/** Authenticates a machine credential by a secret. */
export async function proveMachine({
  clientId,
  secret,
}: PresentedClient): Promise<MachineClient | null> {
  const credential = await proveCredential(clientId, secret);
  if (!credential) return null;
  const { tenantId, environmentId } = credential;
  return { kind: "machine", clientId, scope: { tenantId, environmentId }, credential };
}

/** Authenticates a relying party by a secret or an assertion. A public one presents only its id. */
export async function proveRelyingParty({
  clientId,
  secret,
  assertion,
}: PresentedClient): Promise<RelyingParty | null> {
  if (assertion !== undefined) return provenClient(clientId, assertion);
  const found = await proveOidcClient(clientId, secret);
  return found && { kind: "relying_party", clientId, ...found };
}

/** Authenticates an installation by an assertion that its own key signed. */
export async function proveInstallation({
  clientId,
  assertion,
}: PresentedClient): Promise<InstallationClient | null> {
  return assertion === undefined ? null : provenInstallation(clientId, assertion);
}
