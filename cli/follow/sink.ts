import type { LoggedEvent } from "@/lib/features/audit-log/log/log-reading-store";

/** Destination of followed events. */
export interface Sink {
  /** Last written position; -1 for none. */
  readonly position: number;
  /** Takes events in order, and returns once it has them. Those not written at once are written by `flush`.
   *  @param lines one of each event, with its line end
   *  @returns false once the reader has gone */
  write(events: readonly LoggedEvent[], lines: readonly string[]): Promise<boolean>;
  /** Writes the waiting events, and returns once they are written. */
  flush(): Promise<void>;
  /** Closes the sink, without the waiting events. */
  close(): Promise<void>;
}
