import type { Wanted } from "@/lib/access/access-store";
import { decideAccessAtOnce, membershipDenialAtOnce } from "@/lib/access/decide-access";
import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendEvents } from "@/lib/audit/audit-event-store";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { AccessDenial } from "@/lib/errors";
import { currentExchange } from "@/lib/oidc/exchange";

/** Asks the access evaluator whether a user may sign in to the app behind the client of this request, and
 *  audits what it says. Without an app it asks no rule but those of the organization that is named, if one is.
 *  @returns whether access is granted; if not, the reason is in the exchange, for the answer's `error_code` */
export async function hasAccess(userId: string, organizationId: string | null): Promise<boolean> {
  const exchange = currentExchange();
  const appId = exchange.client?.appId ?? null;
  if (!appId && !organizationId) return true;
  const decision = await decide(exchange.scope, { userId, appId, organizationId });
  const told = eventOf(decision);
  if (told)
    await appendEvents(exchange.scope, [
      {
        ...told,
        actor: { type: "user", id: userId },
        context: exchange.context,
        targets: [
          ...(appId ? [{ type: "app", id: appId }] : []),
          ...(organizationId ? [{ type: "organization", id: organizationId }] : []),
        ],
        at: now(),
      },
    ]);
  if (decision.outcome === "granted") return true;
  exchange.denial =
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
  if (appId !== null) return decideAccessAtOnce(scope, { userId, appId, organizationId });
  const reason =
    organizationId === null
      ? null
      : await membershipDenialAtOnce(scope, { userId, organizationId });
  return reason ? { outcome: "denied", reason } : { outcome: "granted", observed: [] };
}

/** What is audited of a decision; null for one of which there is nothing to tell. */
function eventOf(decision: Decision): Pick<AuditEntry, "kind" | "metadata"> | null {
  if (decision.outcome === "denied")
    return { kind: "access.denied", metadata: { reason: decision.reason } };
  if (decision.outcome === "granted" && decision.observed.length > 0)
    return { kind: "access.observed", metadata: { reasons: decision.observed } };
  return null;
}
