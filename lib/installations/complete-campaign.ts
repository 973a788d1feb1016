import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import type { TenantTransaction } from "@/lib/db";
import { completeCampaignRow } from "@/lib/installations/campaign-store";

/** Completes a campaign if nobody is left to report, in the transaction of whatever may have been the last step.
 *  @returns whether it did */
export async function completeCampaign(
  transaction: TenantTransaction,
  { id, name }: { id: string; name: string },
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<boolean> {
  if (!(await completeCampaignRow(transaction, id, by.at))) return false;
  await recordAuditEvent(transaction, {
    ...by,
    kind: "installation_campaign.completed",
    targets: [{ type: "installation_campaign", id, name }],
  });
  return true;
}
