import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

/** The relying party of a passkey (WebAuthn level 3, §4), and the pages on which it works. */
export interface RelyingParty {
  id: string;
  /** The origins of the pages that may request its passkeys. */
  origins: readonly string[];
}

/** Returns the relying party of the hosted pages: the issuer's host. */
export function hostedRelyingParty(): RelyingParty {
  const { hostname, origin } = new URL(config().baseUrl);
  return { id: hostname, origins: [origin] };
}

/** Returns the refusal when a tenant's own pages have no relying party. */
export function noRelyingParty(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "This environment has no relying party for passkeys. Set it up in the dashboard.",
  });
}
