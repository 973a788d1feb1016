import { read, type Statement } from "@/lib/kernel/db/queryable";

// What a primary and its replica are asked to compare them: by the service itself, and by `atrium doctor` on connections of its
// own.

/** Where the primary's log is. */
export interface PrimaryPosition {
  /** Everything that anybody was told is committed lies before it. */
  lsn: string;
  /** Which turn of history writes the log: a promotion begins the next one. */
  timeline: number;
  /** Which database cluster it is. */
  system: string;
}

/** What a replica says of itself, compared with a position. */
export interface ReplicaStanding {
  /** It replays a log, and takes no changes itself. */
  inRecovery: boolean;
  sameCluster: boolean;
  /** By its control file, which is written now and then: after a promotion a replica that follows the new primary is left out
   *  for some minutes, and one that does not follow it for good. */
  sameTimeline: boolean;
  /** How much of the log before the position it has not replayed; null where it does not know. */
  behindBytes: number | null;
  /** Whether long reads there hold back the primary's clearing up (`hot_standby_feedback`). */
  feedback: boolean;
}

/** Where the primary's log is at this moment. A commit is told when it is flushed; where nobody waits for the disk, it is told
 *  before. */
export const primaryPositionNow: () => Statement<PrimaryPosition> = () => read<PrimaryPosition>`
  SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
            ELSE pg_current_wal_flush_lsn() END)::text AS lsn,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline,
    (SELECT system_identifier::text FROM pg_control_system()) AS system`;

/** Where a replica is, seen from a position of the primary's log. */
export const replicaStanding = ({
  lsn,
  timeline,
  system,
}: PrimaryPosition) => read<ReplicaStanding>`
  SELECT pg_is_in_recovery() AS "inRecovery",
    (SELECT system_identifier::text FROM pg_control_system()) = ${system}::text AS "sameCluster",
    greatest((SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery())) = ${timeline}::int AS "sameTimeline",
    greatest(0, pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS "behindBytes",
    current_setting('hot_standby_feedback')::boolean AS feedback`;
