import {
  type EventType,
  eventTypes,
  supportedEvents,
} from "@/lib/features/shared-signals/event-types";

/** Whether a stream delivers (SSF 1.0 §8.1.2): paused holds what it would deliver, disabled forgets it. */
export type StreamStatus = "enabled" | "paused" | "disabled";

/** A stream of security events to one receiver. */
export interface SignalStream {
  id: string;
  credentialId: string;
  /** As whom tokens address the receiver: the client id of its credential. */
  audience: string;
  description: string | null;
  /** URIs that the receiver asked for, whether they are known or not; null asks for everything. */
  eventsRequested: string[] | null;
  status: StreamStatus;
  statusReason: string | null;
  /** The tenant's log was looked through up to here. */
  position: number;
  createdAt: Date;
  updatedAt: Date;
  polledAt: Date | null;
  verifiedAt: Date | null;
}

/** What a receiver supplies (SSF 1.0 §8.1.1). */
export interface StreamSettings {
  description: string | null;
  eventsRequested: string[] | null;
}

/** How many streams a credential may have: one for each of its services. */
export const MOST_STREAMS = 20;

/** Seconds between two verifications of a stream (`min_verification_interval`). */
export const VERIFICATION_SECONDS = 10;

/** Seconds without any call after which a stream ends (`inactivity_timeout`): thirty days. */
export const IDLE_SECONDS = 30 * 24 * 60 * 60;

/** The types that a stream delivers: what was asked for, as far as there is such a thing. */
export function deliveredTypes({
  eventsRequested,
}: Pick<StreamSettings, "eventsRequested">): EventType[] {
  const types = Object.keys(eventTypes) as EventType[];
  return eventsRequested === null
    ? types
    : types.filter((type) => eventsRequested.includes(eventTypes[type]));
}

/** The same as a token calls them. */
export function deliveredEvents(settings: Pick<StreamSettings, "eventsRequested">): string[] {
  const types = deliveredTypes(settings).map((type) => eventTypes[type] as string);
  return supportedEvents.filter((uri) => types.includes(uri));
}
