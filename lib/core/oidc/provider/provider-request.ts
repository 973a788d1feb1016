import { AsyncLocalStorage } from "node:async_hooks";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import type { PayloadContent } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import type { AccessDenial } from "@/lib/kernel/errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** What is known of the request that the provider works on. The provider calls our configuration and adapter without
 *  saying for whom; this says it. */
export interface ProviderRequest {
  scope: TenantScope;
  context: RequestContext;
  /** The relying party of this request, once it is known. */
  client?: ResolvedOidcClient;
  /** The id of the client that has proved itself. The provider asks again, and is told this. */
  authenticatedClientId?: string;
  /** How long a sign-in may last in this tenant, in seconds. */
  absoluteSeconds?: number;
  /** The trusted device that this sign-in came from, while a login is being completed. */
  trustedDeviceId?: string | null;
  /** The user whose browser's authorization goes on. */
  signedIn?: { id: string; email: string };
  /** The scopes a person just consented to; the grant that is stored next is audited as their consent. */
  consentedScope?: string;
  /** The refresh token that this request presented and that its successor is about to replace. */
  rotating?: string;
  /** The proof that came with an access token: its `jti`, and the thumbprint of its key if the proof was verified before the
   *  provider was asked. Otherwise the provider has the proof and verifies it first. */
  proof?: { jti: string; verifiedThumbprint?: string } | undefined;
  /** The proof that was taken with the look at the access token, and whether nobody had taken it before. */
  taken?: { clientId: string; jti: string; isFresh: boolean };
  /** The interaction that goes on with this request, as the provider finds it. */
  interaction?: PayloadContent;
  /** What the browser is to keep of the interaction that this request begins (sealed-interaction.ts). */
  sealedInteraction?: string;
  /** What the provider failed with, when that was no client's fault. */
  failure?: unknown;
  /** The OAuth error that an authorization was refused with. */
  refusal?: { error: string; description: string };
  /** The user reaches the client's app through several organizations, and has to say for which one this is. */
  choosesOrganization?: boolean;
  /** Why access was denied, for the `error_code` of the answer. */
  denial?: AccessDenial | "organization_selection_required";
}

// One for all bundles: a provider that one bundle made works on requests of the other as well.
const storage = singleton("provider-request", () => new AsyncLocalStorage<ProviderRequest>());

/** Runs the provider's work on one request. While it runs, `currentProviderRequest` tells what is known of it. */
export function withProviderRequest<T>(known: ProviderRequest, work: () => Promise<T>): Promise<T> {
  return storage.run(known, work);
}

/** What is known of the request that the provider works on at this moment.
 *  @throws Error outside of one, which would be a bug */
export function currentProviderRequest(): ProviderRequest {
  const current = storage.getStore();
  if (!current) throw new Error("The provider works on no request of ours");
  return current;
}
