import { proveStoredEvent } from "@/lib/audit/log/prove-stored-event";
import { AuditProof, auditProof } from "@/lib/contract/audit-event";
import { auditEventExamples } from "@/lib/contract/audit-event-examples";
import { readingScopes } from "@/lib/credentials/scopes";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
