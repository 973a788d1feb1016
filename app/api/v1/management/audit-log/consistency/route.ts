import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import {
  ConsistencyProof,
  ConsistencyQuery,
  consistencyProof,
} from "@/lib/features/audit-log/contract/audit-event";
import { auditEventExamples } from "@/lib/features/audit-log/contract/audit-event-examples";
import { proveGrowth } from "@/lib/features/audit-log/log/prove-stored-event";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "proveAuditLogConsistency",
    tag: "Audit",
    summary: "Prove that the log goes on from what it was",
    description:
      "The hashes that lead both to the root of an older checkpoint and to that of a newer one.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: ConsistencyQuery,
    answers: { ok: answer(ConsistencyProof, auditEventExamples.consistency, "The proof.") },
    handle: async ({ caller, query, ok }) =>
      ok(consistencyProof(await proveGrowth(caller, query.from, query.to))),
  }),
});
