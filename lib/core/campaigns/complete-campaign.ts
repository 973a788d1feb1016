import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { completeCampaignRow } from "@/lib/core/campaigns/campaign-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Completes a campaign if no member is left to report, in the transaction of the change that may have
 *  been the last step.
 *  @returns whether it did */
export async function completeCampaign(
  db: Queryable,
  { id, name }: { id: string; name: string },
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<boolean> {
  if (!(await completeCampaignRow(db, id, by.at))) return false;
  await recordAuditEvent(db, {
    ...by,
    kind: "installation_campaign.completed",
    targets: [{ type: "installation_campaign", id, name }],
  });
  return true;
}
