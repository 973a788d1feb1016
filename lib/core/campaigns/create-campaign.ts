import { findApp } from "@/lib/core/apps/app-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Campaign, CampaignSelector } from "@/lib/core/campaigns/campaign";
import { findCampaign, insertCampaign } from "@/lib/core/campaigns/campaign-store";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewCampaign {
  name: string;
  targetVersion: string;
  selector: Partial<CampaignSelector>;
}

/** Drafts a campaign. It reaches no installation until it is confirmed, and its selector never changes.
 *  @throws ServiceError `unprocessable` for an app or an organization that is not in the environment */
export function createCampaign(caller: Caller, input: NewCampaign): Promise<Campaign> {
  return inTransaction(caller, async (db) => {
    const { name, targetVersion } = input;
    const {
      appId = null,
      organizationId = null,
      platform = null,
      versionBelow = null,
    } = input.selector;
    const selector = { appId, organizationId, platform, versionBelow };
    await assertKnown(db, selector);
    const id = await insertCampaign(db, { name, targetVersion, selector });
    await recordAuditEvent(db, {
      kind: "installation_campaign.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "installation_campaign", id, name }],
      metadata: { target_version: targetVersion, selector: { ...selector } },
    });
    const made = await findCampaign(db, id);
    if (!made) throw new Error("unreachable: the campaign was made in this transaction");
    return made;
  });
}

async function assertKnown(
  db: Queryable,
  { appId, organizationId }: CampaignSelector,
): Promise<void> {
  if (appId && !(await findApp(db, appId)))
    throw new ServiceError("unprocessable", {
      detail: "selector.app_id: names no app of this environment.",
      says: { name: "appUnknown" },
    });
  if (organizationId && !(await findOrganization(db, organizationId)))
    throw new ServiceError("unprocessable", {
      detail: "selector.organization_id: names no organization of this environment.",
      says: { name: "organizationUnknown" },
    });
}
