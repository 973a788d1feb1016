import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { verifyPassword } from "@/lib/core/passwords/password-hash";
import type { SessionFacts } from "@/lib/core/sessions/session";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Verifies the password of the session's user.
 *  @returns the hash it was verified against, or null when it is wrong or there is none */
export async function provenPasswordHash(
  caller: Caller,
  { user }: SessionFacts,
  password: string,
): Promise<string | null> {
  const stored = await inBatch(caller, (db) => findUser(db, user.id));
  const hash = stored?.passwordHash ?? null;
  const { correct } = await verifyPassword(caller, hash, password);
  return correct ? hash : null;
}

/** Records a wrong proof: the bearer of a session may not be its user. */
export async function recordFailedProof(
  caller: Caller,
  kind: "session.reverify_failed" | "user.password_change_failed",
  { session, user }: SessionFacts,
  method: string,
): Promise<void> {
  await inBatch(caller, (db) =>
    recordAuditEvent(db, {
      kind,
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "user", id: user.id },
        { type: "session", id: session.id },
      ],
      metadata: { method },
    }),
  );
}
