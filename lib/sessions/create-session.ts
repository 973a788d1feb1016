import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { Session, SessionKind } from "@/lib/sessions/session";
import { insertSession, noteSignIn } from "@/lib/sessions/session-store";
import { describeAgent } from "@/lib/trusted-devices/describe-agent";

/** A completed sign-in. */
export interface SignIn {
  userId: string;
  kind: SessionKind;
  authTime: Date;
  amr: string[];
  context: RequestContext;
  appId?: string | null;
  oidcSessionUid?: string | null;
  trustedDeviceId?: string | null;
}

/** Begins a session for a completed sign-in and notes the sign-in at the user, in the caller's transaction.
 *  @throws ServiceError `user_disabled` when the user was suspended or deleted since */
export async function createSession(
  transaction: TenantTransaction,
  { userId, context, ...signIn }: SignIn,
): Promise<Session> {
  const at = now();
  if (!(await noteSignIn(transaction, userId, at)))
    throw new ServiceError("user_disabled", { detail: "This user may not sign in." });
  const agent = describeAgent(context.userAgent);
  const session = await insertSession(transaction, {
    appId: null,
    oidcSessionUid: null,
    trustedDeviceId: null,
    ...signIn,
    userId,
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    deviceName: agent.name,
    platform: agent.platform,
    at,
  });
  await recordAuditEvent(transaction, {
    kind: "session.created",
    actor: { type: "user", id: userId },
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: userId },
    ],
    metadata: { kind: session.kind, amr: session.amr, app_id: session.appId },
    at,
  });
  return session;
}
