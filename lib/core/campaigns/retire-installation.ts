import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { leaveCampaigns } from "@/lib/core/campaigns/leave-campaigns";
import type { Installation } from "@/lib/core/installations/installation";
import {
  findInstallation,
  retireInstallationRow,
} from "@/lib/core/installations/installation-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends an installation for good: it gets no more tokens, its issued ones are refused from the next
 *  request on, and its place is free for another. Retiring it again changes nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export function retireInstallation(caller: Caller, id: string): Promise<Installation> {
  return inTransaction(caller, async (db) => {
    const at = now();
    const [retired, installation] = await Promise.all([
      retireInstallationRow(db, id, at),
      findInstallation(db, id),
    ]);
    if (!installation) throw missing();
    if (!retired) return installation;
    const { actor, context } = caller;
    await recordAuditEvent(db, {
      kind: "installation.retired",
      ...{ actor, context, at },
      targets: [{ type: "installation", id, name: installation.name }],
    });
    await leaveCampaigns(db, id, { actor, context, at });
    return installation;
  });
}
