import type { Wanted } from "@/lib/access/access-store";
import { decideAccess, readMembershipDenial } from "@/lib/access/decide-access";
import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendEvents } from "@/lib/audit/audit-event-store";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import type { AccessDenial } from "@/lib/errors";
import { currentProviderRequest } from "@/lib/oidc/provider/provider-request";

/** Asks the access evaluator whether a user may sign in to the app of this request's client, and audits what it says.
 *  For a client without an app, only the membership in the named organization counts, if one is named.
 *  @returns whether access is granted; if not, the request keeps the reason, for the answer's `error_code` */
export async function hasAccess(userId: string, organizationId: string | null): Promise<boolean> {
  const current = currentProviderRequest();
  const appId = current.client?.appId ?? null;
  if (!appId && !organizationId) return true;
  const decision = await decide(current.scope, { userId, appId, organizationId });
  const told = eventOf(decision);
  if (told)
    await appendEvents(current.scope, [
      {
        ...told,
        actor: { type: "user", id: userId },
        context: current.context,
        targets: [
          ...(appId ? [{ type: "app", id: appId }] : []),
          ...(organizationId ? [{ type: "organization", id: organizationId }] : []),
        ],
        at: now(),
      },
    ]);
  if (decision.outcome === "granted") return true;
  current.denial =
    decision.outcome === "denied" ? decision.reason : "organization_selection_required";
  return false;
}

type Decision =
  | { outcome: "granted"; observed: AccessDenial[] }
  | { outcome: "denied"; reason: AccessDenial }
  | { outcome: "selection_required" };

async function decide(
  scope: TenantScope,
  { appId, organizationId, userId }: Wanted,
): Promise<Decision> {
  if (appId !== null)
    return inBatch(scope, (db) => decideAccess(db, { userId, appId, organizationId }));
  const reason =
    organizationId === null
      ? null
      : await inBatch(scope, (db) => readMembershipDenial(db, { userId, organizationId }));
  return reason ? { outcome: "denied", reason } : { outcome: "granted", observed: [] };
}

/** What is audited of a decision; null when there is nothing to tell. */
function eventOf(decision: Decision): Pick<AuditEntry, "kind" | "metadata"> | null {
  if (decision.outcome === "denied")
    return { kind: "access.denied", metadata: { reason: decision.reason } };
  if (decision.outcome === "granted" && decision.observed.length > 0)
    return { kind: "access.observed", metadata: { reasons: decision.observed } };
  return null;
}
