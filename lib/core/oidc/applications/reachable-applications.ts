import { decideAccess } from "@/lib/core/access/decide-access";
import { homeOf } from "@/lib/core/oidc/applications/way-back";
import { listOidcClients } from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** An application that a person may open. */
export interface ReachableApplication {
  clientId: string;
  name: string;
  /** Its web address. */
  home: string;
}

const MOST = 12;

/** Returns the tenant's own applications that this user may access and that have a web address, at most
 *  twelve. Nothing is audited: the application's own sign-in decides about access and audits it. */
export function listReachableApplications(
  scope: TenantScope,
  userId: string,
): Promise<ReachableApplication[]> {
  return inTransaction(scope, async (db) => {
    const found: ReachableApplication[] = [];
    for (const client of await listOidcClients(db)) {
      const home = homeOf(client);
      if (client.revokedAt || !client.firstParty || !home || found.length === MOST) continue;
      const { appId } = client;
      if (appId) {
        const accessInput = { userId, appId, organizationId: null };
        if ((await decideAccess(db, accessInput)).outcome === "denied") continue;
      }
      found.push({ clientId: client.clientId, name: client.name, home });
    }
    return found;
  });
}
