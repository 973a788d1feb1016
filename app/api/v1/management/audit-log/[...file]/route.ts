import { readingScopes } from "@/lib/core/credentials/scopes";
import { file } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { filePath } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { auditEventExamples } from "@/lib/features/audit-log/contract/audit-event-examples";
import { readLogFile } from "@/lib/features/audit-log/log/read-log-file";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";
import { takeAuditLogRequest } from "@/lib/kernel/rate-limits/request-limits";

const name = filePath(
  "file",
  "`checkpoint`, `tile/<level>/<number>` or `tile/entries/<number>`, of which the last has several parts from 1,000 on (`x001/234`) or where it is not whole (`000.p/12`).",
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAuditLogFile",
    tag: "Audit",
    summary: "Read a file of the log",
    description:
      "The tenant's log as C2SP tlog-tiles lays it out: the signed checkpoint with the cosignatures of witnesses, tiles of hashes, and bundles of entries. A bundle is gone once retention has taken one of its events; tiles stay.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    budget: ({ credentialId }) => takeAuditLogRequest(credentialId),
    params: name,
    answers: { ok: file(auditEventExamples.checkpoint, "The file.") },
    handle: async ({ caller, params, ok }) => {
      const bytes = await inBatch(caller, (db) => readLogFile(db, params.file));
      if (!bytes) throw missing();
      return ok({ bytes, type: params.file === "checkpoint" ? "text" : "bytes" });
    },
  }),
});
