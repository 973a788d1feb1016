import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

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

/** The refusal where a tenant's own pages have no relying party. */
export function noRelyingParty(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "This environment has no relying party for passkeys. Set it up in the dashboard.",
  });
}
