import { DEVICE_CODE_GRANT } from "@/lib/core/device-codes/device-authorization";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { authorizationCodeGrant } from "@/lib/core/oidc/token/authorization-code-grant";
import { deviceCodeGrant } from "@/lib/core/oidc/token/device-code-grant";
import { type Grant, refusedGrant } from "@/lib/core/oidc/token/grant";
import { installationGrant } from "@/lib/core/oidc/token/installation-grant";
import { machineGrant } from "@/lib/core/oidc/token/machine-grant";
import {
  proveInstallation,
  proveMachine,
  proveRelyingParty,
} from "@/lib/core/oidc/token/prove-client";
import { authenticatedGrant } from "@/lib/core/oidc/token/proved";
import { relyingPartyGrant } from "@/lib/core/oidc/token/relying-party-grant";
import { TOKEN_EXCHANGE, tokenExchangeGrant } from "@/lib/core/oidc/token/token-exchange-grant";

type Kind = AuthenticatedClient["kind"];

/** Grants of each kind of client, by `grant_type`. */
const grants: Record<Kind, ReadonlyMap<string, Grant>> = {
  relying_party: new Map([
    ["authorization_code", authenticatedGrant(proveRelyingParty, authorizationCodeGrant)],
    ["refresh_token", authenticatedGrant(proveRelyingParty, relyingPartyGrant)],
    [DEVICE_CODE_GRANT, authenticatedGrant(proveRelyingParty, deviceCodeGrant)],
  ]),
  machine: new Map([
    ["client_credentials", machineGrant],
    [TOKEN_EXCHANGE, authenticatedGrant(proveMachine, tokenExchangeGrant)],
  ]),
  installation: new Map([
    ["client_credentials", authenticatedGrant(proveInstallation, installationGrant)],
  ]),
};

/** Answers to each kind of client for a grant type of another kind. */
const unauthorized = refusals("unauthorized_client", "this client may not use this grant type");
const unsupported = refusals("unsupported_grant_type", "unsupported grant_type requested");
// The provider refuses it in the same words, and lets the relying party's own pages read the answer.
const unknown = {
  ...unsupported,
  relying_party: authenticatedGrant(proveRelyingParty, relyingPartyGrant),
};

/** Every grant type of the token endpoint. */
export const grantTypes: ReadonlySet<string> = new Set(
  Object.values(grants).flatMap((ofKind) => [...ofKind.keys()]),
);

/** Returns the grant for a client's kind and grant type. */
export function grantFor(kind: Kind, grantType: string): Grant {
  const refused = grantTypes.has(grantType) ? unauthorized : unknown;
  return grants[kind].get(grantType) ?? refused[kind];
}

function refusals(...refused: Parameters<typeof refusedGrant>): Record<Kind, Grant> {
  const refuse = async () => refusedGrant(...refused);
  return {
    relying_party: authenticatedGrant(proveRelyingParty, refuse),
    machine: authenticatedGrant(proveMachine, refuse),
    installation: authenticatedGrant(proveInstallation, refuse),
  };
}
