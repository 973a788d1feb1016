import type { Place } from "@/app/dashboard/administrator";
import type { Caller } from "@/lib/kernel/caller";

/** Input of a feature's part of the overview. */
export interface OverviewProps {
  caller: Caller;
  place: Place;
  /** The unit of time that the reader chose: `day`, or empty. */
  by: string;
}
