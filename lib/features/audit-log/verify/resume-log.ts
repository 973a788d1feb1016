import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { resumeLog } from "@/lib/features/audit-log/log/resuming-store";
import { inWords } from "@/lib/features/audit-log/verify/finding-in-words";
import { refusal } from "@/lib/features/audit-log/verify/head-problems";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import { verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Findings that are told; more are counted. */
const MOST_TOLD = 10;

/** Takes a log up again that the sequencer refused, once all of it is verified: every event and hash is as it was signed. What came
 *  meanwhile is appended within seconds. The sequencer compares once more before it appends.
 *  @param tenant whose log it is; its first environment is told of it, production before others
 *  @returns how many events were verified
 *  @throws ServiceError `conflict` when the log is not refused, or not as it was signed: the words say what is wrong
 *  @throws CannotVerify when there is no log */
export async function resumeRefusedLog(
  { actor, context }: Pick<Caller, "actor" | "context">,
  tenant: NamedTenant,
): Promise<{ events: number; size: number }> {
  const head = await inBatch(tenant, readLogHead);
  const since = head?.refusedAt;
  if (head && !since) throw notRefused();
  const wanted = { keys: null, witnesses: [], kept: [] };
  const { findings: all, events, size } = await verifyStoredLog(tenant, wanted);
  const findings = all.filter(
    (one) => !(since && one.kind === "head" && one.what === refusal(since)),
  );
  if (findings.length > 0) {
    const told = findings.slice(0, MOST_TOLD).map((finding) => `${inWords(finding)}.`);
    const more = findings.length > MOST_TOLD ? [`${findings.length - MOST_TOLD} more.`] : [];
    throw new ServiceError("conflict", {
      detail: ["The log is not as it was signed, and stays refused.", ...told, ...more].join("\n"),
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
