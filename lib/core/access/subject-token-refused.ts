import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { AccessDenial, SessionEnd } from "@/lib/kernel/errors";

/** Why a subject token became no session. Told to the tenant's backend, which is authenticated. */
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

/** What an audit event of an exchange is about, as far as it is known. */
export interface ExchangeTarget {
  type: "identity_source" | "external_principal" | "user" | "app";
  id: string;
  name?: string;
}

/** An exchange that was turned down. */
export class SubjectTokenRefused extends Error {
  constructor(
    readonly refusal: ExchangeRefusal,
    /** For a person at the tenant. */
    readonly detail: string,
    /** The published code that says more, where there is one. */
    readonly code?: SessionEnd | AccessDenial | "organization_selection_required",
  ) {
    super(detail);
  }
}

/** Audits what was turned down, after the exchange's own transaction is undone. */
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
