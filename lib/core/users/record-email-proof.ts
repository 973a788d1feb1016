import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { type EmailVerification, provenToService } from "@/lib/core/users/email-verification";
import type { User } from "@/lib/core/users/user";
import { writeEmailVerification } from "@/lib/core/users/user-change-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Returns the evidence of a stored user. */
export function verificationOf(
  user: Pick<User, "emailVerifiedMethod" | "emailVerifiedAt">,
): EmailVerification {
  return user.emailVerifiedMethod && user.emailVerifiedAt
    ? { verified: true, method: user.emailVerifiedMethod, at: user.emailVerifiedAt }
    : { verified: false };
}

/** Records that the user redeemed a link or code that the service's own email delivered, in the
 *  transaction that redeems it; audited when it changes anything (spec, Email verification evidence, rules
 *  2 and 4). */
export async function recordEmailProof(
  db: Queryable,
  user: User,
  method: "service_otp" | "service_token",
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<void> {
  const current = verificationOf(user);
  const next = provenToService(current, method, by.at);
  if (next === current) return;
  await writeEmailVerification(db, user.id, next);
  await recordAuditEvent(db, {
    kind: "user.email_verified",
    actor: by.actor,
    context: by.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { method },
    at: by.at,
  });
}
