import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";
import type { SessionEnd } from "@/lib/kernel/errors/session-errors";

/** Reason why a subject token became no session. The tenant's backend receives it, because it is
 *  authenticated. */
export type ExchangeRefusal =
  | "token_invalid"
  | "token_replayed"
  | "source_unknown"
  | "source_disabled"
  | "source_keys_unavailable"
  | "principal_unknown"
  | "principal_unbound"
  | "session_unusable"
  | "access_denied";

/** Targets of an exchange's audit event, as far as they are known. */
export interface ExchangeTarget {
  type: "identity_source" | "external_principal" | "user" | "app";
  id: string;
  name?: string;
}

/** An exchange that was refused. */
export class SubjectTokenRefused extends Error {
  constructor(
    readonly refusal: ExchangeRefusal,
    /** For a person at the tenant. */
    readonly detail: string,
    /** The published code with more detail, if there is one. */
    readonly code?: SessionEnd | AccessDenial | "organization_selection_required",
  ) {
    super(detail);
  }
}

/** Audits a refused exchange, after the exchange's own transaction is rolled back. */
export async function auditRefusedExchange(
  caller: MachineCaller,
  { refusal, detail, code }: SubjectTokenRefused,
  targets: ExchangeTarget[],
): Promise<void> {
  const entry = { actor: caller.actor, context: caller.context, targets };
  await inTransaction(caller, async (db) => {
    if (refusal === "access_denied" && code && code !== "organization_selection_required")
      await recordAuditEvent(db, {
        ...entry,
        kind: "access.denied",
        metadata: { reason: code },
      });
    await recordAuditEvent(db, {
      ...entry,
      kind: "external_principal.token_refused",
      metadata: { reason: code ?? refusal, detail },
    });
  });
}
