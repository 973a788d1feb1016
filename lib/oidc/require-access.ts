import { decideAccess } from "@/lib/access/decide-access";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import { inTenant } from "@/lib/db";
import { currentExchange } from "@/lib/oidc/exchange";

/** Asks the access evaluator whether a user may sign in to the app behind the client of this request, and
 *  audits what it says. A client without an app asks no rule.
 *  @returns whether access is granted; if not, the reason is in the exchange, for the answer's `error_code` */
export async function hasAccess(userId: string, organizationId: string | null): Promise<boolean> {
  const exchange = currentExchange();
  const appId = exchange.client?.appId;
  if (!appId) return true;
  const wanted = { userId, appId, organizationId };
  const decision = await inTenant(exchange.scope, async (transaction) => {
    const decided = await decideAccess(transaction, wanted);
    const entry = {
      actor: { type: "user" as const, id: userId },
      context: exchange.context,
      targets: [
        { type: "app", id: appId },
        ...(organizationId ? [{ type: "organization", id: organizationId }] : []),
      ],
    };
    if (decided.outcome === "denied")
      await recordAuditEvent(transaction, {
        ...entry,
        kind: "access.denied",
        metadata: { reason: decided.reason },
      });
    if (decided.outcome === "granted" && decided.observed.length > 0)
      await recordAuditEvent(transaction, {
        ...entry,
        kind: "access.observed",
        metadata: { reasons: decided.observed },
      });
    return decided;
  });
  if (decision.outcome === "granted") return true;
  exchange.denial =
    decision.outcome === "denied" ? decision.reason : "organization_selection_required";
  return false;
}
