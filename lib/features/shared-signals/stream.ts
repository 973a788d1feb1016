import {
  type EventType,
  eventTypes,
  supportedEvents,
} from "@/lib/features/shared-signals/event-types";

/** Delivery status of a stream (SSF 1.0 §8.1.2): a paused one holds its events, a disabled one drops
 *  them. */
export type StreamStatus = "enabled" | "paused" | "disabled";

/** A stream of security events to one receiver. */
export interface SignalStream {
  id: string;
  credentialId: string;
  /** Audience of its tokens: the client id of the receiver's credential. */
  audience: string;
  description: string | null;
  /** URIs that the receiver requested, known or not; null requests everything. */
  eventsRequested: string[] | null;
  status: StreamStatus;
  statusReason: string | null;
  /** Last position of the tenant's log that was read. */
  position: number;
  createdAt: Date;
  updatedAt: Date;
  polledAt: Date | null;
  verifiedAt: Date | null;
}

/** Settings that a receiver supplies (SSF 1.0 §8.1.1). */
export interface StreamSettings {
  description: string | null;
  eventsRequested: string[] | null;
}

/** Maximum number of streams of a credential: one for each of its services. */
export const MOST_STREAMS = 20;

/** Seconds between two verifications of a stream (`min_verification_interval`). */
export const VERIFICATION_SECONDS = 10;

/** Seconds without a call after which a stream is deleted (`inactivity_timeout`): thirty days. */
export const IDLE_SECONDS = 30 * 24 * 60 * 60;

/** Types that a stream delivers: the requested ones that exist. */
export function deliveredTypes({
  eventsRequested,
}: Pick<StreamSettings, "eventsRequested">): EventType[] {
  const types = Object.keys(eventTypes) as EventType[];
  return eventsRequested === null
    ? types
    : types.filter((type) => eventsRequested.includes(eventTypes[type]));
}

/** URIs of the types that a stream delivers. */
export function deliveredEvents(settings: Pick<StreamSettings, "eventsRequested">): string[] {
  const types = deliveredTypes(settings).map((type) => eventTypes[type] as string);
  return supportedEvents.filter((uri) => types.includes(uri));
}
