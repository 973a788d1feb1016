import type { AccessDecision } from "@/lib/access/access";
import { decideAccessAtOnce } from "@/lib/access/decide-access";
import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendEvents } from "@/lib/audit/audit-event-store";
import { now } from "@/lib/clock";
import { currentExchange } from "@/lib/oidc/exchange";

/** Asks the access evaluator whether a user may sign in to the app behind the client of this request, and
 *  audits what it says. A client without an app asks no rule.
 *  @returns whether access is granted; if not, the reason is in the exchange, for the answer's `error_code` */
export async function hasAccess(userId: string, organizationId: string | null): Promise<boolean> {
  const exchange = currentExchange();
  const appId = exchange.client?.appId;
  if (!appId) return true;
  const decision = await decideAccessAtOnce(exchange.scope, { userId, appId, organizationId });
  const told = eventOf(decision);
  if (told)
    await appendEvents(exchange.scope, [
      {
        ...told,
        actor: { type: "user", id: userId },
        context: exchange.context,
        targets: [
          { type: "app", id: appId },
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

/** What is audited of a decision; null for one of which there is nothing to tell. */
function eventOf(decision: AccessDecision): Pick<AuditEntry, "kind" | "metadata"> | null {
  if (decision.outcome === "denied")
    return { kind: "access.denied", metadata: { reason: decision.reason } };
  if (decision.outcome === "granted" && decision.observed.length > 0)
    return { kind: "access.observed", metadata: { reasons: decision.observed } };
  return null;
}
