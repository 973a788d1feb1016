import { decideAccess } from "@/lib/access/decide-access";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { homeOf } from "@/lib/oidc/way-back";
import { listOidcClients } from "@/lib/oidc-clients/oidc-client-store";

/** An application that somebody may go on to. */
export interface ReachableApplication {
  clientId: string;
  name: string;
  /** Where it is found in the web. */
  home: string;
}

const MOST = 12;

/** The tenant's own applications that this user may enter and that have a web address, at most twelve. Access
 *  is only looked at: the application's own sign-in decides, and audits it. */
export function listReachableApplications(
  scope: TenantScope,
  userId: string,
): Promise<ReachableApplication[]> {
  return inTenant(scope, async (transaction) => {
    const found: ReachableApplication[] = [];
    for (const client of await listOidcClients(transaction)) {
      const home = homeOf(client);
      if (client.revokedAt || !client.firstParty || !home || found.length === MOST) continue;
      const { appId } = client;
      if (appId) {
        const wanted = { userId, appId, organizationId: null };
        if ((await decideAccess(transaction, wanted)).outcome === "denied") continue;
      }
      found.push({ clientId: client.clientId, name: client.name, home });
    }
    return found;
  });
}
