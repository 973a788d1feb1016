import type { AccessGrant } from "@/lib/core/access/access";
import type { AccessQuery } from "@/lib/core/access/access-facts";
import { decideAccess, readMembershipDenial } from "@/lib/core/access/decide-access";
import type { AuditEntry } from "@/lib/core/audit/audit-event";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";

/** Decision of the access evaluator for a user who signs in to the app of this request's client. */
export type Access =
  | { outcome: "granted"; grant: AccessGrant | null; observed: AccessDenial[] }
  | { outcome: "denied"; reason: AccessDenial }
  | { outcome: "selection_required" };

/** Evaluates whether a user may sign in to the app of this request's client, and audits the decision. For a
 *  client without an app, only membership in the named organization counts, if one is named, and nothing is
 *  granted beyond the sign-in.
 *  @param issues whether tokens are issued afterwards. Reading claims audits only denials */
export async function askAccess(
  userId: string,
  organizationId: string | null,
  issues = true,
): Promise<Access> {
  const { client, scope, context } = currentProviderRequest();
  const appId = client?.appId ?? null;
  if (!appId && !organizationId) return { outcome: "granted", grant: null, observed: [] };
  const access = await decide(scope, { userId, appId, organizationId });
  const event = eventOf(access);
  if (event && (issues || access.outcome === "denied"))
    await appendEvents(scope, [
      {
        ...event,
        actor: { type: "user", id: userId },
        context,
        targets: [
          ...(appId ? [{ type: "app", id: appId }] : []),
          ...(organizationId ? [{ type: "organization", id: organizationId }] : []),
        ],
        at: now(),
      },
    ]);
  return access;
}

/** Whether access is granted. If not, stores the reason for the answer's `error_code`. */
export function admits(access: Access): access is Extract<Access, { outcome: "granted" }> {
  if (access.outcome === "granted") return true;
  currentProviderRequest().denial =
    access.outcome === "denied" ? access.reason : "organization_selection_required";
  return false;
}

async function decide(
  scope: TenantScope,
  { appId, organizationId, userId }: AccessQuery,
): Promise<Access> {
  if (appId !== null)
    return inBatch(scope, (db) => decideAccess(db, { userId, appId, organizationId }));
  const reason =
    organizationId === null
      ? null
      : await inBatch(scope, (db) => readMembershipDenial(db, { userId, organizationId }));
  return reason ? { outcome: "denied", reason } : { outcome: "granted", grant: null, observed: [] };
}

/** Audit entry of a decision; null when there is nothing to record. */
function eventOf(access: Access): Pick<AuditEntry, "kind" | "metadata"> | null {
  if (access.outcome === "denied")
    return { kind: "access.denied", metadata: { reason: access.reason } };
  if (access.outcome === "granted" && access.observed.length > 0)
    return { kind: "access.observed", metadata: { reasons: access.observed } };
  return null;
}
