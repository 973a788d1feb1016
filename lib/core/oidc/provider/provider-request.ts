import { AsyncLocalStorage } from "node:async_hooks";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import type { PayloadContent } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** Context of the request that the provider handles. The provider calls our configuration
 *  and adapter without it. */
export interface ProviderRequest {
  scope: TenantScope;
  context: RequestContext;
  /** The relying party of this request, once it is known. */
  client?: ResolvedOidcClient;
  /** Id of the authenticated client. The provider authenticates it again, with this as the result. */
  authenticatedClientId?: string;
  /** Longest duration of a session in this tenant, in seconds. */
  absoluteSeconds?: number;
  /** Trusted device of this sign-in, while a login is being completed. */
  trustedDeviceId?: string | null;
  /** The user whose browser's authorization continues. */
  signedIn?: { id: string; email: string };
  /** Scopes of a new consent; the next grant that is stored is audited as that consent. */
  consentedScope?: string;
  /** The presented refresh token, which its successor is about to replace. */
  rotating?: string;
  /** Proof that came with an access token: its `jti`, and the thumbprint of its key if the proof was verified
   *  before the provider was called. Otherwise the provider gets the proof and verifies it first. */
  proof?: { jti: string; verifiedThumbprint?: string } | undefined;
  /** Proof that was taken with the lookup of the access token, and whether it was new. */
  taken?: { clientId: string; jti: string; isFresh: boolean };
  /** The continuing interaction, as the provider reads it. */
  interaction?: PayloadContent;
  /** Sealed interaction for the browser to store (sealed-interaction.ts). */
  sealedInteraction?: string;
  /** Internal error of the provider. */
  failure?: unknown;
  /** OAuth error of a refused authorization. */
  refusal?: { error: string; description: string };
  /** The user has access to the client's app through several organizations, and must choose one. */
  choosesOrganization?: boolean;
  /** Reason of denied access, for the `error_code` of the answer. */
  denial?: AccessDenial | "organization_selection_required";
}

// One for all bundles: a provider that one bundle made also handles requests of the other.
const storage = singleton("provider-request", () => new AsyncLocalStorage<ProviderRequest>());

/** Runs the provider's work on one request, during which `currentProviderRequest` returns its context. */
export function withProviderRequest<T>(known: ProviderRequest, work: () => Promise<T>): Promise<T> {
  return storage.run(known, work);
}

/** Returns the context of the request that the provider is handling.
 *  @throws Error outside of one, which would be a bug */
export function currentProviderRequest(): ProviderRequest {
  const current = storage.getStore();
  if (!current) throw new Error("The provider works on no request of ours");
  return current;
}
