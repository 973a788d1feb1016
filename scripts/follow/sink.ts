import type { LoggedEvent } from "@/lib/features/audit-log/log/log-reading-store";

/** Where followed events go. */
export interface Sink {
  /** The last position that is there; -1 for none. */
  readonly position: number;
  /** Takes events, in their order, and gives back once it has them. What is not written at once is written by `flush`.
   *  @param lines of each event one, with its line end
   *  @returns false once nobody reads any more */
  write(events: readonly LoggedEvent[], lines: readonly string[]): Promise<boolean>;
  /** Writes what waits: it is there when this comes back. */
  flush(): Promise<void>;
  /** Ends it, without what waits. */
  close(): Promise<void>;
}
