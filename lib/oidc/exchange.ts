import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestContext, TenantScope } from "@/lib/caller";
import type { ResolvedCredential } from "@/lib/credentials/credential-store";
import type { AccessDenial } from "@/lib/errors";
import type { ResolvedOidcClient } from "@/lib/oidc-clients/oidc-client-store";
import { singleton } from "@/lib/singleton";

/** What is known of the request that the provider is working on. It calls back into our configuration and
 *  adapter without saying for whom; this does. */
export interface OidcExchange {
  scope: TenantScope;
  context: RequestContext;
  /** The relying party of this request, once it is known. */
  client?: ResolvedOidcClient;
  /** The machine credential of this request and the scopes decided for its token, space-separated. */
  machine?: { clientId: string; credential: ResolvedCredential; scope: string };
  /** The client id that has proved itself; the provider asks again and is told this. */
  authenticatedClientId?: string;
  /** How long a sign-in may last in this tenant, in seconds. */
  absoluteSeconds?: number;
  /** The trusted device that this sign-in came from, while a login is being completed. */
  trustedDeviceId?: string | null;
  /** The user whose browser's authorization goes on. */
  signedIn?: { id: string; email: string };
  /** The organization that the authorization asks for. */
  organizationId?: string | null;
  /** The scopes a person just consented to; the grant that is stored next is audited as their consent. */
  consentedScope?: string;
  /** The refresh token that this request presented and that its successor is about to replace. */
  rotating?: string;
  /** What ended the provider's work that no client did. */
  failure?: unknown;
  /** Why access was denied, for the `error_code` of the answer. */
  denial?: AccessDenial | "organization_selection_required";
}

// One for all bundles: a provider made by one of them works for requests of the other as well.
const storage = singleton("oidc-exchange", () => new AsyncLocalStorage<OidcExchange>());

/** Runs the provider's work on one request with what is known of it at hand. */
export function withExchange<T>(exchange: OidcExchange, work: () => Promise<T>): Promise<T> {
  return storage.run(exchange, work);
}

/** The request the provider is working on.
 *  @throws Error outside of one, which would be a bug */
export function currentExchange(): OidcExchange {
  const exchange = storage.getStore();
  if (!exchange) throw new Error("The provider is at work outside of an exchange");
  return exchange;
}
