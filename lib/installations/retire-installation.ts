import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import type { Installation } from "@/lib/installations/installation";
import { findInstallation, retireInstallationRow } from "@/lib/installations/installation-store";
import { leaveCampaigns } from "@/lib/installations/leave-campaigns";

/** Ends an installation for good: it gets no more tokens, those it has are refused from the next request on,
 *  and its place is free for another. Retiring it again changes nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export function retireInstallation(caller: Caller, id: string): Promise<Installation> {
  return inTenant(caller, async (transaction) => {
    const at = now();
    const retired = await retireInstallationRow(transaction, id, at);
    const installation = await findInstallation(transaction, id);
    if (!installation) throw missing();
    if (!retired) return installation;
    const { actor, context } = caller;
    await recordAuditEvent(transaction, {
      kind: "installation.retired",
      ...{ actor, context, at },
      targets: [{ type: "installation", id, name: installation.name }],
    });
    await leaveCampaigns(transaction, id, { actor, context, at });
    return installation;
  });
}
