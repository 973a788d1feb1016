import { config } from "@/lib/config/config";

/** To whom a passkey answers (WebAuthn level 3, §4 "relying party"), and on which pages. */
export interface RelyingParty {
  id: string;
  /** The origins of the pages that may ask for its passkeys. */
  origins: readonly string[];
}

/** The relying party of the hosted pages: the issuer's host. */
export function hostedRelyingParty(): RelyingParty {
  const { hostname, origin } = new URL(config().baseUrl);
  return { id: hostname, origins: [origin] };
}
