import type { ReactNode } from "react";
import { Activity } from "./_overview/activity";
import type { OverviewProps } from "./_overview/overview-props";

/** Parts of features on the overview. */
export const overviewParts: Record<string, (props: OverviewProps) => Promise<ReactNode>> = {
  Activity,
};
