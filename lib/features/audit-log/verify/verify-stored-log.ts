import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { logVerifiers } from "@/lib/features/audit-log/log/sign-checkpoint";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import { LogCheck, momentOfId } from "@/lib/features/audit-log/verify/log-check";
import {
  type NamedTenant,
  retainedBy,
  StoredLog,
} from "@/lib/features/audit-log/verify/stored-log";
import {
  readCosignedNotes,
  readSequencerPlace,
  readStoredHead,
  readStrayEntries,
  readStrayTiles,
  readTrailBounds,
  readUnlogged,
  type SequencerPlace,
  type StoredHead,
  type TrailPlace,
} from "@/lib/features/audit-log/verify/stored-log-store";
import {
  CannotVerify,
  InvalidSignature,
  requiredCheckpoints,
  resultWithoutHead,
  type SignedCheckpoint,
  type VerificationInput,
  type Verified,
  verifyCheckpoint,
} from "@/lib/features/audit-log/verify/verified";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Events of the trail in one read. */
const TRAIL = 5_000;
/** An event is in its log within seconds. One that has waited for longer is late. */
const LATE_MS = 60_000;

/** Keys and checkpoints to verify a stored log with; if `keys` is null, the service's own. */
export type StoredVerificationInput = Omit<VerificationInput, "keys"> & {
  keys: VerificationInput["keys"] | null;
};

/** Verifies a tenant's stored log, and its trail against the log.
 *  @param progress called with the fraction that is done, from 0 to 1
 *  @throws CannotVerify if there is no log, it has other keys, or a witness has not cosigned it */
export async function verifyStoredLog(
  tenant: NamedTenant,
  input: StoredVerificationInput,
  progress: (share: number) => void = () => {},
): Promise<Verified> {
  const [head, bounds, place, [stray], cosigned] = await inLateRead(tenant, (db) =>
    Promise.all([
      readStoredHead(db),
      readTrailBounds(db),
      readSequencerPlace(db),
      readStrayEntries(db),
      readCosignedNotes(db),
    ]),
  );
  if (!head) return withoutHead(input, stray !== undefined);
  const origin = parseCheckpoint(head.checkpoint)?.origin ?? head.origin;
  const keys = input.keys ?? (await logVerifiers(origin));
  const signed = signedHead(head, keys, input.keys === null);
  if ("kind" in signed) return resultWithoutHead([signed], head.origin);
  const against = requiredCheckpoints(signed.origin, { ...input, keys }, [
    head.checkpoint,
    ...cosigned,
  ]);
  const retained = retainedBy(bounds);
  const check = new LogCheck({ ...signed, ...retained, kept: against.kept });
  for (const what of headProblems(head, signed, now())) check.note({ kind: "head", what });
  const log = new StoredLog(tenant, signed.size, head.pending);
  // One is read while the other computes.
  const [newest, unlogged] = await Promise.all([
    takeLog(check, log, progress),
    takeStrays(tenant, check, place),
  ]);
  progress(1);
  if (newest && head.checkpointAt < newest)
    check.note({ kind: "head", what: "the log says that it was signed before its newest event" });
  const { cosigned: seen } = against;
  const keptSince = retained.leftBefore;
  return { ...signed, ...check.end(), cosigned: seen, ...unlogged, notProved: [], keptSince };
}

/** Result for a tenant without a log: a checkpoint that the reader stored proves that there was one. */
async function withoutHead(
  { keys, kept }: StoredVerificationInput,
  hasEntries: boolean,
): Promise<Verified> {
  const findings: Finding[] = [];
  let origin = "";
  for (const note of kept) {
    origin = parseCheckpoint(note)?.origin ?? "";
    const { size: keptSize } = verifyCheckpoint(note, keys ?? (await logVerifiers(origin)));
    findings.push({ kind: "fork", keptSize, size: 0, how: "shorter" });
  }
  if (hasEntries) findings.push({ kind: "head", what: "the log's own row is gone" });
  if (findings.length === 0) throw new CannotVerify("The tenant has no log yet.");
  return resultWithoutHead(findings, origin);
}

/** @param isOwn whether the keys are the service's own; then the service did not sign anything else */
function signedHead(
  head: StoredHead,
  keys: VerificationInput["keys"],
  isOwn: boolean,
): SignedCheckpoint | Finding {
  try {
    return verifyCheckpoint(head.checkpoint, keys);
  } catch (error) {
    if (!(error instanceof InvalidSignature || (isOwn && error instanceof CannotVerify)))
      throw error;
    return { kind: "head", what: `the log's checkpoint was changed. ${error.message}` };
  }
}

/** @returns the time at which the newest event was received */
async function takeLog(
  check: LogCheck,
  log: StoredLog,
  progress: (share: number) => void,
): Promise<Date | null> {
  for (const { level, position } of log.stray)
    check.note({ kind: "hash", level, from: position, to: position, state: "stray" });
  for await (const { level, from, hashes } of log.upperTiles())
    check.takeHashes(level, from, hashes);
  let newest: Date | null = null;
  for await (const bundle of log.bundles()) {
    progress((bundle.number * TILE_WIDTH) / log.size);
    check.take(bundle);
    newest = bundle.newest ?? newest;
  }
  return newest;
}

/** Reads what the log does not have: stray entries, stray tiles and events.
 *  @returns the number of events waiting to be sequenced, and of late ones among them */
async function takeStrays(
  scope: TenantScope,
  check: LogCheck,
  place: SequencerPlace,
): Promise<{ waiting: number; late: number }> {
  const [entries, tiles] = await inLateRead(scope, (db) =>
    Promise.all([readStrayEntries(db), readStrayTiles(db)]),
  );
  for (const { position, entry } of entries) check.takeStray({ position, entry });
  for (const { level, number } of tiles) {
    const from = number * TILE_WIDTH;
    check.note({ kind: "hash", level, from, to: from + TILE_WIDTH - 1, state: "stray" });
  }
  const lateBefore = now().getTime() - LATE_MS;
  let [waiting, late] = [0, 0];
  let after: TrailPlace | null = null;
  do {
    const slice: Awaited<ReturnType<typeof readUnlogged>> = await inLateRead(scope, (db) =>
      readUnlogged(db, place, after, TRAIL),
    );
    for (const { id, wasPassed } of slice.events) {
      if (wasPassed) check.note({ kind: "inserted", position: null, id });
      else waiting += 1;
      if (!wasPassed && (momentOfId(id)?.getTime() ?? 0) < lateBefore) late += 1;
    }
    after = slice.next;
  } while (after);
  return { waiting, late };
}

/** Tolerated difference of the machines' clocks, in milliseconds. */
const CLOCKS_MS = 60_000;

/** Lists contradictions between a log's stored head and its signed checkpoint. */
function headProblems(head: StoredHead, signed: SignedCheckpoint, at: Date): string[] {
  const problems: string[] = [];
  if (head.origin !== signed.origin)
    problems.push(`the log calls itself ${head.origin}, and its checkpoint ${signed.origin}`);
  if (head.size !== signed.size)
    problems.push(
      `the log says that it has ${head.size} events, and its checkpoint ${signed.size}`,
    );
  if (head.checkpointAt.getTime() > at.getTime() + CLOCKS_MS)
    problems.push("the log says that it was signed at a time that is still to come");
  if (head.refusedAt) problems.push(refusal(head.refusedAt));
  return problems;
}

/** Problem of a refused log. It stays refused until the operator resumes it, even if it is intact by
 *  then. */
export function refusal(since: Date): string {
  return `nothing is appended to the log since ${since.toISOString()}, because it was not as it was signed`;
}
