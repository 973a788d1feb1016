import type { SignalStream } from "@/lib/features/shared-signals/stream";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A stream in the form for administrators. */
export interface ShownStream
  extends Pick<
    SignalStream,
    "id" | "audience" | "description" | "eventsRequested" | "status" | "polledAt"
  > {
  /** Name of the credential that created it. */
  receiver: string;
  /** Number of signals that the receiver has not acknowledged. */
  waiting: number;
}

/** Lists the streams of the environment, the oldest first. */
export function listShownStreams(db: Queryable): Promise<ShownStream[]> {
  return db.query(read<ShownStream>`
    SELECT s.id, c.client_id AS audience, c.name AS receiver, s.description, s.events_requested, s.status, s.polled_at,
      (SELECT count(*) FROM signals w WHERE w.stream_id = s.id) AS waiting
    FROM signal_streams s JOIN credentials c ON c.id = s.credential_id AND c.tenant_id = s.tenant_id
    WHERE s.environment_id = ${db.environmentId}::uuid ORDER BY s.id`);
}
