import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { resumeLog } from "@/lib/features/audit-log/log/sequencing-store";
import { inWords } from "@/lib/features/audit-log/verify/finding-in-words";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import { refusal, verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Findings in the message; further ones are counted. */
const MAX_LISTED = 10;

/** Resumes a log that the sequencer refused, after verifying all of it: every event and hash must be as
 *  signed. Events received meanwhile are appended within seconds; the sequencer verifies the head again
 *  before that. Records an audit event in the tenant's first environment, production before others.
 *  @returns the number of verified events
 *  @throws ServiceError `conflict` if the log is not refused, or not as signed: the message lists the
 *  findings
 *  @throws CannotVerify if there is no log */
export async function resumeRefusedLog(
  { actor, context }: Pick<Caller, "actor" | "context">,
  tenant: NamedTenant,
): Promise<{ events: number; size: number }> {
  const head = await inBatch(tenant, readLogHead);
  const since = head?.refusedAt;
  if (head && !since) throw notRefused();
  const input = { keys: null, witnesses: [], kept: [] };
  const { findings: all, events, size } = await verifyStoredLog(tenant, input);
  const findings = all.filter(
    (one) => !(since && one.kind === "head" && one.what === refusal(since)),
  );
  if (findings.length > 0) {
    const listed = findings.slice(0, MAX_LISTED).map((finding) => `${inWords(finding)}.`);
    const more = findings.length > MAX_LISTED ? [`${findings.length - MAX_LISTED} more.`] : [];
    throw new ServiceError("conflict", {
      detail: ["The log is not as it was signed, and stays refused.", ...listed, ...more].join(
        "\n",
      ),
    });
  }
  await inTransaction(tenant, async (db) => {
    const [resumed, [first]] = await Promise.all([resumeLog(db), listEnvironments(db)]);
    if (!resumed || !first) throw notRefused();
    const metadata = { since: since?.toISOString() ?? null, events: size };
    await recordAuditEvent(db.inEnvironment(first.id), {
      kind: "audit_log.resumed",
      actor,
      context,
      metadata,
    });
  });
  return { events, size };
}

function notRefused(): ServiceError {
  return new ServiceError("conflict", {
    detail: "The log is not refused: events are appended as ever.",
  });
}
