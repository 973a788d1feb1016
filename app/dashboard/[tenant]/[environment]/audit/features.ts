import type { ReactNode } from "react";
import type { AuditFilter } from "@/lib/core/audit/stored-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { EventProof } from "./_proof/event-proof";
import { TrailStatus } from "./_proof/trail-status";
import { ActivityChart } from "./activity-chart";
import type { AuditQuery } from "./audit-query";

type Part<Props> = Record<string, (props: Props) => Promise<ReactNode>>;

/** Input of what features show of the trail. */
export interface TrailProps {
  caller: Caller;
  /** Address of the trail. */
  path: string;
  query: AuditQuery;
  filter: AuditFilter;
  at: Date;
}

/** Parts of features above the filters of the trail. */
export const aboveFilters: Part<TrailProps> = { TrailStatus };

/** Parts of features above the events. */
export const aboveEvents: Part<TrailProps> = { ActivityChart };

/** Input of what features show of an event. */
export interface EventProps {
  caller: Caller;
  eventId: string;
  /** Address of the trail. */
  trail: string;
  /** Id of the element that shows the event as JSON. */
  recordId: string;
}

/** Parts of features below an event. */
export const belowEvent: Part<EventProps> = { EventProof };
