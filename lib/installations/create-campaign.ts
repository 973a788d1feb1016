import { findApp } from "@/lib/apps/app-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { Campaign, CampaignSelector } from "@/lib/installations/campaign";
import { findCampaign, insertCampaign } from "@/lib/installations/campaign-store";
import { findOrganization } from "@/lib/organizations/organization-store";

export interface NewCampaign {
  name: string;
  targetVersion: string;
  selector: Partial<CampaignSelector>;
}

/** Drafts a campaign. It reaches nobody until it is confirmed, and its selector never changes.
 *  @throws ServiceError `unprocessable` for an app or an organization that is none of the environment's */
export function createCampaign(caller: Caller, wanted: NewCampaign): Promise<Campaign> {
  return inTenant(caller, async (transaction) => {
    const { name, targetVersion } = wanted;
    const {
      appId = null,
      organizationId = null,
      platform = null,
      versionBelow = null,
    } = wanted.selector;
    const selector = { appId, organizationId, platform, versionBelow };
    await assertKnown(transaction, selector);
    const id = await insertCampaign(transaction, { name, targetVersion, selector });
    await recordAuditEvent(transaction, {
      kind: "installation_campaign.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "installation_campaign", id, name }],
      metadata: { target_version: targetVersion, selector: { ...selector } },
    });
    const made = await findCampaign(transaction, id);
    if (!made) throw new Error("unreachable: the campaign was made in this transaction");
    return made;
  });
}

async function assertKnown(
  transaction: TenantTransaction,
  { appId, organizationId }: CampaignSelector,
): Promise<void> {
  if (appId && !(await findApp(transaction, appId)))
    throw new ServiceError("unprocessable", {
      detail: "selector.app_id: names no app of this environment.",
    });
  if (organizationId && !(await findOrganization(transaction, organizationId)))
    throw new ServiceError("unprocessable", {
      detail: "selector.organization_id: names no organization of this environment.",
    });
}
