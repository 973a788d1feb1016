import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { type Campaign, type CampaignProgress, mayReport } from "@/lib/core/campaigns/campaign";
import {
  type AssignedCampaign,
  findMembership,
  updateMemberProgress,
} from "@/lib/core/campaigns/campaign-member-store";
import { lockCampaign } from "@/lib/core/campaigns/campaign-store";
import { completeCampaign } from "@/lib/core/campaigns/complete-campaign";
import {
  lockActiveInstallation,
  updateInstallationVersion,
} from "@/lib/core/installations/installation-store";
import type { InstallationCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

export interface ProgressReport {
  progress: Exclude<CampaignProgress, "pending">;
  /** Explanation for people. */
  detail?: string | null | undefined;
}

/** Records the progress of an installation in a campaign that reaches it. On success the installation runs
 *  the campaign's version, and the last one to report an end completes the campaign. The same report again
 *  changes nothing.
 *  @throws ServiceError `missing` for a campaign that does not reach it, `conflict` for one that does not
 *  run (any more), or after its success */
export function reportCampaignProgress(
  caller: InstallationCaller,
  campaignId: string,
  { progress, detail = null }: ProgressReport,
): Promise<AssignedCampaign> {
  const { installationId } = caller;
  return inTransaction(caller, async (db) => {
    const [isActive, campaign, member] = await Promise.all([
      lockActiveInstallation(db, installationId),
      lockCampaign(db, campaignId),
      findMembership(db, campaignId, installationId),
    ]);
    if (!isActive || !campaign?.confirmedAt || !member) throw missing();
    const toAssigned = (its: typeof member): AssignedCampaign => {
      const { id, name, targetVersion } = campaign;
      return { id, name, targetVersion, confirmedAt: campaign.confirmedAt ?? now(), ...its };
    };
    if (member.progress === progress && member.detail === detail) return toAssigned(member);
    if (campaign.status !== "confirmed")
      throw over(`a campaign that is ${campaign.status} takes no reports.`);
    if (!mayReport(member.progress, progress))
      throw over("the installation reported success already.");
    const at = now();
    const ids = { campaignId, installationId };
    await updateMemberProgress(db, ids, { progress, detail, at });
    await conclude(db, caller, campaign, { progress, detail, at });
    return toAssigned({ progress, detail, reportedAt: at });
  });
}

const over = (why: string) => new ServiceError("conflict", { detail: `progress: ${why}` });

async function conclude(
  db: Queryable,
  { actor, context, installationId }: InstallationCaller,
  { id, name, targetVersion }: Campaign,
  { progress, detail, at }: { progress: CampaignProgress; detail: string | null; at: Date },
): Promise<void> {
  const by = { actor, context, at };
  if (progress === "succeeded") await updateInstallationVersion(db, installationId, targetVersion);
  await recordAuditEvent(db, {
    ...by,
    kind: "installation_campaign.progress_reported",
    targets: [
      { type: "installation_campaign", id, name },
      { type: "installation", id: installationId, ...(actor.name ? { name: actor.name } : {}) },
    ],
    metadata: { progress, detail },
  });
  await completeCampaign(db, { id, name }, by);
}
