import type { SelectableOrganization } from "@/lib/core/access/access";
import { decideAccess } from "@/lib/core/access/decide-access";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** Returns the organizations through which the person of an interaction has access to the client's app now,
 *  by name. There may be fewer than when the interaction started, or none. */
export async function choosableOrganizations({
  scope,
  userId,
  client: { appId },
}: Pick<HostedInteraction, "scope" | "userId" | "client">): Promise<SelectableOrganization[]> {
  if (userId === null || appId === null) return [];
  const accessInput = { userId, appId, organizationId: null };
  const decision = await inBatch(scope, (db) => decideAccess(db, accessInput));
  if (decision.outcome === "selection_required") return decision.organizations;
  if (decision.outcome === "denied") return [];
  const { organizationId } = decision.grant;
  const only = await inBatch(scope, (db) => findOrganization(db, organizationId));
  return only ? [{ id: only.id, name: only.name, slug: only.slug }] : [];
}
