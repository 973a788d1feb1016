/** The provider's nonces, of which its types say nothing. */
declare module "oidc-provider/lib/helpers/challenge.js" {
  export default class ServerChallenge {
    constructor(secret: Buffer, info: string);
    nextChallenge(): string;
    checkChallenge(nonce: string): boolean;
  }
}

/** Things that the provider keeps of itself: how an answer goes back to a client, by the name of the response
 *  mode. */
declare module "oidc-provider/lib/helpers/weak_cache.js" {
  import type { KoaContextWithOIDC, Provider } from "oidc-provider";

  type Answer = (
    ctx: KoaContextWithOIDC,
    redirectUri: string,
    parameters: Record<string, string>,
  ) => void;
  export default function inside(provider: Provider): { responseModes: Map<string, Answer> };
}
