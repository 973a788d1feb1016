import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  beginCeremony,
  type Ceremony,
  type CeremonyContent,
  readCeremony,
} from "@/lib/core/factors/ceremony";
import type { FactorType } from "@/lib/core/factors/factor";
import type { Enrolment, LoginChannel, LoginEnd } from "@/lib/core/login/completed-login";
import type { User } from "@/lib/core/users/user";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";

interface EnrollingLogin {
  channel: LoginChannel;
  /** Authentication methods that the sign-in has proven. */
  amr: string[];
  /** Time at which the sign-in was complete; null when it is complete except for a factor. */
  completeAt?: Date | null;
}

/** Lets the user of a sign-in add a factor: one that the sign-in requires, or one that is offered after it
 *  is complete. The token stands for that sign-in. */
export function beginEnrolment(
  scope: TenantScope,
  user: Pick<User, "id" | "passwordHash">,
  methods: FactorType[],
  { channel, amr, completeAt = null }: EnrollingLogin,
): Enrolment {
  const { token, expiresAt } = beginCeremony(scope, "factorEnrolment", "", {
    userId: user.id,
    channel,
    amr,
    password: passwordMark(user),
    completeAt,
  });
  return { token, methods, expiresAt };
}

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

/** Returns the sign-in that an enrolment's token stands for; null for a token that is unknown, expired, or
 *  of another plane. */
export function readEnrolment(
  scope: TenantScope,
  token: string,
  channel: LoginChannel,
): Ceremony<"factorEnrolment"> | null {
  const enrolment = readCeremony(scope, "factorEnrolment", "", token);
  return enrolment?.content.channel === channel ? enrolment : null;
}

/** Whether the user's password is still the one with which the enrolment started. */
export function isPasswordUnchanged(
  { password }: CeremonyContent<"factorEnrolment">,
  user: Pick<User, "passwordHash">,
): boolean {
  return password === passwordMark(user);
}

function passwordMark({ passwordHash }: Pick<User, "passwordHash">): string {
  return hashSecret(passwordHash ?? "").toString("base64url");
}
