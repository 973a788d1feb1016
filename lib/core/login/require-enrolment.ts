import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { FactorType } from "@/lib/core/factors/factor";
import type { LoginChannel, LoginEnd } from "@/lib/core/login/completed-login";
import { beginEnrolment } from "@/lib/core/login/factor-enrolment";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Requires a user, whose sign-in is complete except for an accepted factor, to add one, and records that.
 *  @param amr the methods that the sign-in has proven */
export async function requireEnrolment(
  db: Queryable,
  caller: Caller,
  {
    user,
    methods,
    channel,
    amr,
    at,
  }: {
    user: User;
    /** Types of the factors that are accepted. */
    methods: FactorType[];
    channel: LoginChannel;
    amr: string[];
    at: Date;
  },
): Promise<Extract<LoginEnd, { status: "enrolment_required" }>> {
  await recordAuditEvent(db, {
    kind: "login.enrolment_required",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { channel, amr },
    at,
  });
  const enrolment = beginEnrolment(caller, user, methods, { channel, amr });
  return { status: "enrolment_required", enrolment };
}
