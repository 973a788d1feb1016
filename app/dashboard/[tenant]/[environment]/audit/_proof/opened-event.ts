import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";

/** Opening of an event of the log, as a browser receives it. */
export interface OpenedEvent {
  /** Index in the log, from zero. */
  position: number;
  /** Its own bytes in the log, in base64. */
  entry: string;
  /** In base64; null once it was deleted. */
  salts: Record<CommittedPart, string | null>;
}

/** Entry of the log whose event retention has not deleted. */
export interface LogPlace extends Pick<OpenedEvent, "position" | "entry"> {
  /** Event as the trail has it, in the API's terms, with its salts; null when the trail lacks it. */
  event: (Pick<OpenedEvent, "salts"> & { record: Record<string, unknown> }) | null;
}
