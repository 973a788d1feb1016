import { LRUCache } from "lru-cache";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";
import inside from "oidc-provider/lib/helpers/weak_cache.js";
import { toFetchHandler } from "srvx/node";
import { withParameters } from "@/lib/core/oidc/http/with-parameters";
import { keepOrganizationInGrants } from "@/lib/core/oidc/provider/grant-organization";
import { takeProofsOnce } from "@/lib/core/oidc/provider/proofs";
import { providerConfiguration } from "@/lib/core/oidc/provider/provider-configuration";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import {
  idTokenAlgorithms,
  idTokenPurposes,
  type SigningKey,
  signingKeyAt,
} from "@/lib/core/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/core/signing-keys/signing-keys";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { singleton } from "@/lib/kernel/process/singleton";

/** node-oidc-provider for one environment, and its web-standard handler. */
export interface EnvironmentProvider {
  provider: Provider;
  handle: (request: Request) => Promise<Response>;
  /** Ids of its signing keys; another key needs another provider. */
  kids: string;
}

const providers = singleton(
  "oidc-providers",
  () => new LRUCache<string, EnvironmentProvider>({ max: 200 }),
);

/** Returns the provider of an environment. All have one issuer; each has its own storage and its own session
 *  cookie. A provider takes its keys only once, so a new key needs a new provider, but no restart. */
export async function providerOf(scope: TenantScope): Promise<EnvironmentProvider> {
  const idTokenKeys = await signingIdTokens();
  const kids = idTokenKeys.map(({ kid }) => kid).join(" ");
  const known = providers.get(scope.environmentId);
  if (known?.kids === kids) return known;
  const provider = new Provider(config().baseUrl, providerConfiguration(scope, idTokenKeys));
  // passToProvider sets the headers for host and scheme; nothing from a client affects them.
  provider.proxy = true;
  keepOrganizationInGrants(provider);
  forgetNoncesOfRefreshTokens(provider);
  provider.Client.prototype.compareClientSecret = function alreadyCompared() {
    return currentProviderRequest().authenticatedClientId === this.clientId;
  };
  Reflect.set(provider.Client.prototype, "includeSid", () => true);
  storeSessionsOnce(provider);
  takeProofsOnce(provider);
  inside(provider).responseModes.set("query", answerInQuery);
  // passToProvider throws it, so that the plane's own refusal replaces the provider's answer.
  provider.on("server_error", (_ctx, error) => {
    currentProviderRequest().failure ??= error;
  });
  provider.on("authorization.error", (_ctx, { error, error_description }) => {
    currentProviderRequest().refusal = { error, description: error_description ?? "" };
  });
  const handle = toFetchHandler(provider.callback());
  const made = {
    provider,
    kids,
    handle: async (request: Request) => readWhole(await handle(request)),
  };
  providers.set(scope.environmentId, made);
  return made;
}

/** Keys that sign ID tokens now, one for each algorithm. */
async function signingIdTokens(): Promise<SigningKey[]> {
  const keys = await currentKeys();
  const at = keyTime();
  return idTokenAlgorithms.map((alg) => signingKeyAt(keys, idTokenPurposes[alg], at));
}

/** Removes the nonce from refresh tokens, where the provider would store it. A nonce ties one answer to one
 *  authorization request, so a refreshed ID token has none (OpenID Connect Core §12.2). */
function forgetNoncesOfRefreshTokens({ RefreshToken }: Provider): void {
  const inPayload: unknown = Reflect.get(RefreshToken, "IN_PAYLOAD");
  if (!Array.isArray(inPayload))
    throw new Error("The provider's refresh tokens changed their shape");
  const fields = inPayload.filter((name) => name !== "nonce");
  Object.defineProperty(RefreshToken, "IN_PAYLOAD", { get: () => fields });
}

/** Stops the provider from storing a refused session again. It tries a second time after it has rendered the
 *  refusal, where nothing renders a second one: the answer would be an error of ours. */
function storeSessionsOnce({ Session }: Provider): void {
  const { save } = Session.prototype;
  Session.prototype.save = async function saveOnce(ttl) {
    try {
      return await save.call(this, ttl);
    } catch (error) {
      Reflect.set(this, "touched", false);
      throw error;
    }
  };
}

/** Answers an authorization in the query of the client's address, which the provider would rewrite. */
function answerInQuery(
  ctx: KoaContextWithOIDC,
  redirectUri: string,
  parameters: Record<string, string>,
): void {
  ctx.status = 303;
  ctx.set("location", withParameters(redirectUri, parameters));
}

/** Reads an answer to its end, so that it no longer depends on the provider's stream: a client that
 *  disconnects in the middle would close the stream a second time, which ends the process. The
 *  provider's answers are small. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (response.body === null) return new Response(null, { status, headers });
  return new Response(await response.arrayBuffer(), { status, headers });
}
