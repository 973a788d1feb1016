import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Records that a factor was added or removed, and notifies its user by email. */
export async function recordFactorChange(
  db: Queryable,
  { actor, context }: Pick<Caller, "actor" | "context">,
  user: Pick<User, "id" | "email" | "locale">,
  { factor, change, at }: { factor: OwnedFactor; change: "added" | "removed"; at: Date },
): Promise<void> {
  const { id, type, name, transports } = factor;
  await recordAuditEvent(db, {
    kind: `factor.${change}`,
    actor,
    context,
    targets: [
      { type: "user", id: user.id },
      { type: "factor", id },
    ],
    metadata: { type, name, transports },
    at,
  });
  const about = { occasion: `${type}_${change}`, factorName: name } as const;
  await notifyFactorChange(db, user, about, context, at);
}
