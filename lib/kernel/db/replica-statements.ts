import { read, type Statement } from "@/lib/kernel/db/queryable";

// Statements that compare a primary with its replica: run by the service itself, and by `atrium doctor` on
// connections of its own.

/** A position of the primary's log. */
export interface PrimaryPosition {
  /** Every commit that was confirmed to a client lies before it. */
  lsn: string;
  /** Timeline of the log: a promotion starts the next one. */
  timeline: number;
  /** Identifier of the database cluster. */
  system: string;
}

/** A replica's own state, compared with a position. */
export interface ReplicaStanding {
  /** It replays a log, and accepts no writes itself. */
  inRecovery: boolean;
  sameCluster: boolean;
  /** From its control file, which is written now and then: after a promotion, a replica that follows the new
   *  primary is left out for some minutes, and one that does not follow it for good. */
  sameTimeline: boolean;
  /** Bytes of the log before the position that it has not replayed; null where it does not know. */
  behindBytes: number | null;
  /** Whether long reads there delay vacuum on the primary (`hot_standby_feedback`). */
  feedback: boolean;
}

/** The current position of the primary's log. A commit is confirmed when it is flushed; without a wait for
 *  the disk (`synchronous_commit = off`), it is confirmed before. */
export const primaryPositionNow: () => Statement<PrimaryPosition> = () => read<PrimaryPosition>`
  SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
            ELSE pg_current_wal_flush_lsn() END)::text AS lsn,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline,
    (SELECT system_identifier::text FROM pg_control_system()) AS system`;

/** The state of a replica, compared with a position of the primary's log. */
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
