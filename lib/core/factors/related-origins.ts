import { readRelatedOrigins } from "@/lib/core/factors/related-origin-store";
import { hostedRelyingParty } from "@/lib/core/factors/relying-party";

/** Returns the origins on which a browser lets people use the passkeys of the hosted pages (WebAuthn level
 *  3, §5.11): those of the environments whose relying party is the issuer's host, by the operator's
 *  permission. Regardless of this list, a proof counts only on the plane whose page requested it. */
export async function relatedOrigins(): Promise<string[]> {
  const { id, origins } = hostedRelyingParty();
  return [...new Set([...origins, ...(await readRelatedOrigins(id))])];
}
