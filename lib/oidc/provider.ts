import { LRUCache } from "lru-cache";
import Provider from "oidc-provider";
import { toFetchHandler } from "srvx/node";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { currentExchange } from "@/lib/oidc/exchange";
import { keepOrganizationInGrants } from "@/lib/oidc/grant-organization";
import { providerConfiguration } from "@/lib/oidc/provider-configuration";
import { signingKeyAt } from "@/lib/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/signing-keys/signing-keys";
import { singleton } from "@/lib/singleton";

/** node-oidc-provider for one environment, and the same as a web-standard handler. */
export interface EnvironmentProvider {
  provider: Provider;
  handle: (request: Request) => Promise<Response>;
  /** The keys it signs with; other ones need another provider. */
  kids: string;
}

const providers = singleton(
  "oidc-providers",
  () => new LRUCache<string, EnvironmentProvider>({ max: 200 }),
);

/** The provider of an environment. All have the one issuer; each has its own storage and its own session
 *  cookie. The provider takes its keys once, so that new keys mean a new provider: no restart rotates them. */
export async function providerOf(scope: TenantScope): Promise<EnvironmentProvider> {
  const keys = await currentKeys();
  const idToken = signingKeyAt(keys, "id_token", keyTime());
  const machineToken = signingKeyAt(keys, "machine_token", keyTime());
  const kids = `${idToken.kid} ${machineToken.kid}`;
  const known = providers.get(scope.environmentId);
  if (known?.kids === kids) return known;
  const provider = new Provider(
    config().baseUrl,
    providerConfiguration(scope, { idToken, machineToken }),
  );
  // serve.ts tells it host and scheme; nothing that a client sends reaches them.
  provider.proxy = true;
  keepOrganizationInGrants(provider);
  forgetNoncesOfRefreshTokens(provider);
  provider.Client.prototype.compareClientSecret = function alreadyCompared() {
    return currentExchange().authenticatedClientId === this.clientId;
  };
  Reflect.set(provider.Client.prototype, "includeSid", () => true);
  storeSessionsOnce(provider);
  // The provider answers by itself; serve.ts answers instead, as the rest of the plane does.
  provider.on("server_error", (_ctx, error) => {
    currentExchange().failure ??= error;
  });
  const handle = toFetchHandler(provider.callback());
  const made = { provider, kids, handle: async (request: Request) => whole(await handle(request)) };
  providers.set(scope.environmentId, made);
  return made;
}

/** A refreshed ID token has no nonce, which vouches for one authorization request and one answer to it (OpenID
 *  Connect Core §12.2). The provider would carry it along in each refresh token. */
function forgetNoncesOfRefreshTokens({ RefreshToken }: Provider): void {
  const inPayload: unknown = Reflect.get(RefreshToken, "IN_PAYLOAD");
  if (!Array.isArray(inPayload))
    throw new Error("The provider's refresh tokens changed their shape");
  const kept = inPayload.filter((name) => name !== "nonce");
  Object.defineProperty(RefreshToken, "IN_PAYLOAD", { get: () => kept });
}

/** A session that was refused is not stored a second time. The provider tries again after it has rendered the
 *  refusal, outside of everything that would render the second one: the answer would be an error of ours. */
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

/** An answer that no longer hangs on the provider's stream: a client that goes away in the middle would
 *  otherwise close it a second time, which ends the process. The provider's answers are small. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (response.body === null) return new Response(null, { status, headers });
  return new Response(await response.arrayBuffer(), { status, headers });
}
