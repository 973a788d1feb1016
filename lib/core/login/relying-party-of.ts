import { hostedRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** The relying party of a plane's pages; null when the tenant's own have none. */
export function relyingPartyOf(db: Queryable, channel: LoginChannel): Promise<RelyingParty | null> {
  return channel === "hosted" ? Promise.resolve(hostedRelyingParty()) : readRelyingParty(db);
}
