/** The provider's nonces, of which its types say nothing. */
declare module "oidc-provider/lib/helpers/challenge.js" {
  export default class ServerChallenge {
    constructor(secret: Buffer, info: string);
    nextChallenge(): string;
    checkChallenge(nonce: string): boolean;
  }
}
