import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertSession, type NewSession } from "@/lib/core/sessions/new-session-store";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { readSession } from "@/lib/core/sessions/session-store";
import { recordSignIn } from "@/lib/core/users/sign-in-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { describeAgent } from "@/lib/kernel/process/describe-agent";

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

/** Starts a session for a completed sign-in and records the sign-in in the user's row, in the caller's
 *  transaction and in one message. Locks the user's row: a parallel suspension either ends the session, or
 *  is seen here.
 *  @throws ServiceError `user_disabled` when the user was suspended or deleted since; the transaction must
 *  be rolled back */
export async function createSession(db: Queryable, signIn: SignIn): Promise<SessionFacts> {
  const { userId, kind } = signIn;
  const at = now();
  const id = newId();
  const [maySignIn, , , facts] = await Promise.all([
    recordSignIn(db, userId, at),
    insertSession(db, newSession(signIn, { id, at })),
    recordCreated(db, signIn, { id, at }),
    readSession(db, id, kind),
  ]);
  if (!maySignIn || !facts)
    throw new ServiceError("user_disabled", { detail: "This user may not sign in." });
  return facts;
}

function newSession({ context, ...signIn }: SignIn, made: { id: string; at: Date }): NewSession {
  const agent = describeAgent(context.userAgent);
  return {
    ...signIn,
    ...made,
    appId: signIn.appId ?? null,
    oidcSessionUid: signIn.oidcSessionUid ?? null,
    trustedDeviceId: signIn.trustedDeviceId ?? null,
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    deviceName: agent.name,
    platform: agent.platform,
  };
}

function recordCreated(
  db: Queryable,
  { userId, kind, amr, appId = null, context }: SignIn,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  return recordAuditEvent(db, {
    kind: "session.created",
    actor: { type: "user", id: userId },
    context,
    targets: [
      { type: "session", id },
      { type: "user", id: userId },
    ],
    metadata: { kind, amr, app_id: appId },
    at,
  });
}
