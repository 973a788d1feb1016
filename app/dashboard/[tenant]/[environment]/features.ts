import type { ReactNode } from "react";
import type { Place } from "@/app/dashboard/administrator";
import type { Caller } from "@/lib/kernel/caller";
import { Activity } from "./_overview/activity";

/** Input of a feature's part of the overview. */
export interface OverviewProps {
  caller: Caller;
  place: Place;
  /** The unit of time that the reader chose: `day`, or empty. */
  by: string;
}

/** Parts of features on the overview. */
export const overviewParts: Record<string, (props: OverviewProps) => Promise<ReactNode>> = {
  Activity,
};
