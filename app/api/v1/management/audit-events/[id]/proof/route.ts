import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { AuditProof, auditProof } from "@/lib/features/audit-log/contract/audit-event";
import { auditEventExamples } from "@/lib/features/audit-log/contract/audit-event-examples";
import { proveStoredEvent } from "@/lib/features/audit-log/log/prove-stored-event";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "proveAuditEvent",
    tag: "Audit",
    summary: "Prove an audit event",
    description:
      "What shows, to whoever has the log's public key, that the event is in the log and is what was put there: its entry, what opens the entry's commitments, and the hashes that lead to the root of the signed checkpoint.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    params: ids("id"),
    answers: { ok: answer(AuditProof, auditEventExamples.proof, "The proof.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, ok }) =>
      ok(auditProof(await proveStoredEvent(caller, params.id), caller.tenantPublicId)),
  }),
});
