import type { Queryable } from "@/lib/db/queryable";
import type { LoginChannel } from "@/lib/login/completed-login";
import { hostedRelyingParty, type RelyingParty } from "@/lib/users/factors/relying-party";
import { readRelyingParty } from "@/lib/users/factors/relying-party-store";

/** The relying party of a plane's pages; null when the tenant's own have none. */
export function relyingPartyOf(db: Queryable, channel: LoginChannel): Promise<RelyingParty | null> {
  return channel === "hosted" ? Promise.resolve(hostedRelyingParty()) : readRelyingParty(db);
}
