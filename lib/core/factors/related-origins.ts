import { readRelatedOrigins } from "@/lib/core/factors/related-origin-store";
import { hostedRelyingParty } from "@/lib/core/factors/relying-party";

/** The pages on which a browser lets people use the passkeys of the hosted pages (WebAuthn level 3, §5.11): those of the
 *  environments whose relying party is the issuer's host, by the operator's word. A proof counts only on the plane whose page asked for it,
 *  whatever this says. */
export async function relatedOrigins(): Promise<string[]> {
  const { id, origins } = hostedRelyingParty();
  return [...new Set([...origins, ...(await readRelatedOrigins(id))])];
}
