import type { AuditEventAlone } from "@/lib/core/audit/stored-audit-event";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** An event that is not in a log yet, with its tenant. Its parts are JSON as PostgreSQL writes it. */
export interface UnloggedEvent extends AuditEventAlone {
  tenantId: string;
  tenantPublicId: string;
  environmentId: string | null;
  actor: string;
  targets: string;
  context: string;
  metadata: string;
}

/** Whether there may be events that are not in a log. A cheap query for the many runs without any.
 *  @param db a transaction of the platform; any other sees nothing */
export async function mayHaveUnloggedEvents(db: Queryable): Promise<boolean> {
  const row = await db.first(
    read<{ may: boolean }>`SELECT atrium_may_have_unlogged_events() AS may`,
  );
  return row?.may ?? false;
}

/** Takes the next events that are not in a log, of all tenants. Locks them until the transaction ends.
 *  @param db a transaction of the platform; any other sees nothing */
export function takeUnloggedEvents(db: Queryable, atMost: number): Promise<UnloggedEvent[]> {
  return db.query(lock<UnloggedEvent>`
    SELECT tenant_id, tenant_public_id, environment_id, id, kind, source, event_id, environment, actor::text, targets::text, context::text,
      metadata::text, occurred_at, received_at FROM atrium_unlogged_events(${atMost}::int)`);
}

/** Stored state of a tenant's log. */
export interface LogState {
  tenantId: string;
  origin: string;
  size: number;
  checkpoint: string;
}

/** Returns the logs of some tenants; tenants without one are left out. */
export function readLogStates(db: Queryable, tenantIds: readonly string[]): Promise<LogState[]> {
  return db.query(lock<LogState>`SELECT * FROM atrium_logs_of(${[...tenantIds]}::uuid[])`);
}

/** Concatenated hashes of one level's unfinished tile of a tenant's log. */
export interface PendingHashes {
  tenantId: string;
  level: number;
  hashes: Uint8Array;
}

/** Returns the hashes of unfinished tiles of some tenants' logs. */
export function readPendingHashes(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<PendingHashes[]> {
  return db.query(
    lock<PendingHashes>`SELECT * FROM atrium_pending_hashes(${[...tenantIds]}::uuid[])`,
  );
}

/** Refuses the logs of some tenants because they do not match what was signed: their events are skipped
 *  from now on. */
export async function refuseLogs(db: Queryable, tenantIds: readonly string[]): Promise<void> {
  await db.execute(lock`SELECT atrium_refuse_logs(${[...tenantIds]}::uuid[])`);
}

/** Resumes the tenant's refused log, in the transaction of the audit event about it.
 *  @returns whether it was refused */
export async function resumeLog(db: Queryable): Promise<boolean> {
  const row = await db.first(lock<{ resumed: boolean }>`SELECT atrium_resume_log() AS resumed`);
  return row?.resumed ?? false;
}

/** Additions to a log. */
export interface LogGrowth {
  tenantId: string;
  origin: string;
  oldSize: number;
  newSize: number;
  checkpoint: string;
  entries: NewEntry[];
  /** Tiles that are complete now. */
  tiles: { level: number; number: number; hashes: Buffer }[];
  /** Hashes of unfinished tiles. */
  hashes: { level: number; position: number; hash: Uint8Array }[];
}

/** An event's position in the log, and its entry. */
export interface NewEntry {
  eventId: string;
  environmentId: string | null;
  position: number;
  entry: Uint8Array;
  /** Concatenated salts of its parts. */
  salts: Buffer;
}

/** Appends to the logs of several tenants.
 *  @throws DatabaseError if another process has appended to one of them meanwhile; then nothing was
 *  appended */
export async function appendToLogs(db: Queryable, grown: readonly LogGrowth[]): Promise<void> {
  const of = <T>(list: (log: LogGrowth) => readonly T[]) => grown.flatMap(list);
  const tenantsOf = (list: (log: LogGrowth) => readonly unknown[]) =>
    grown.flatMap((log) => list(log).map(() => log.tenantId));
  const [entries, tiles, hashes] = [of((g) => g.entries), of((g) => g.tiles), of((g) => g.hashes)];
  await db.execute(lock`
    SELECT atrium_append_to_logs(
      ${grown.map((g) => g.tenantId)}::uuid[], ${grown.map((g) => g.origin)}::text[],
      ${grown.map((g) => g.oldSize)}::bigint[], ${grown.map((g) => g.newSize)}::bigint[],
      ${grown.map((g) => g.checkpoint)}::text[],
      ${tenantsOf((g) => g.entries)}::uuid[], ${entries.map((e) => e.environmentId)}::uuid[],
      ${entries.map((e) => e.eventId)}::uuid[], ${entries.map((e) => e.position)}::bigint[],
      ${endsOf(entries.map((e) => e.entry))}::int[], ${Buffer.concat(entries.map((e) => e.entry))}::bytea,
      ${Buffer.concat(entries.map((e) => e.salts))}::bytea,
      ${tenantsOf((g) => g.tiles)}::uuid[], ${tiles.map((t) => t.level)}::smallint[],
      ${tiles.map((t) => t.number)}::bigint[], ${Buffer.concat(tiles.map((t) => t.hashes))}::bytea,
      ${tenantsOf((g) => g.hashes)}::uuid[], ${hashes.map((h) => h.level)}::smallint[],
      ${hashes.map((h) => h.position)}::bigint[], ${Buffer.concat(hashes.map((h) => h.hash))}::bytea)`);
}

/** End of each piece in their concatenation. */
function endsOf(pieces: readonly Uint8Array[]): number[] {
  let end = 0;
  return pieces.map(({ length }) => {
    end += length;
    return end;
  });
}

/** Whether readers are waiting for events (`noteFollower`). */
export async function isFollowed(db: Queryable): Promise<boolean> {
  const row = await db.first(
    read<{ followed: boolean }>`SELECT until > now() AS followed FROM audit_log_followed`,
  );
  return row?.followed ?? false;
}

/** Records that a reader waits for events during the next seconds. Writes at most once in a few seconds,
 *  for any number of readers. */
export async function noteFollower(seconds: number): Promise<void> {
  await unscoped.execute(lock`
    UPDATE audit_log_followed SET until = now() + make_interval(secs => ${seconds}::float8)
    WHERE until < now() + make_interval(secs => ${seconds / 2}::float8)`);
}
