import { z } from "zod";
import { line, replayedId } from "@/lib/core/contract/fields";
import { type CamelKeys, id } from "@/lib/core/contract/names";
import { supportedEvents } from "@/lib/features/shared-signals/event-types";
import { MOST_TOKENS, type Poll, type Polled } from "@/lib/features/shared-signals/poll-stream";
import {
  deliveredEvents,
  IDLE_SECONDS,
  type SignalStream,
  type StreamSettings,
  VERIFICATION_SECONDS,
} from "@/lib/features/shared-signals/stream";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

// Field names of OpenID Shared Signals Framework 1.0.

/** The only delivery method: the receiver polls (RFC 8936). */
export const POLL = "urn:ietf:rfc:8936";

const delivery = z.strictObject({
  method: z.literal(POLL, { error: `must be ${POLL}: receivers poll, nothing is pushed` }),
  endpoint_url: z.string().max(2000).nullable().optional(),
});
const eventUris = z.array(line(500)).max(100);

const receiverSupplied = {
  delivery: delivery.optional(),
  events_requested: eventUris.nullable().optional(),
  description: line(1000).nullable().optional(),
};

const transmitterSupplied = {
  iss: z.string().max(2000).optional(),
  aud: z.union([z.string().max(2000), z.array(z.string().max(2000)).max(10)]).optional(),
  events_supported: eventUris.optional(),
  events_delivered: eventUris.optional(),
  min_verification_interval: z.int().optional(),
  inactivity_timeout: z.int().optional(),
};

export const NewEventStreamBody = z
  .strictObject(receiverSupplied)
  .meta({ id: "NewEventStream", description: "What the receiver supplies." });

export const EventStreamChangesBody = z
  .strictObject({ stream_id: replayedId, ...receiverSupplied, ...transmitterSupplied })
  .meta({
    id: "EventStreamChanges",
    description:
      "What the receiver supplies changes; what the transmitter supplies must be as it is.",
  });

export const EventStreamResource = z
  .object({
    stream_id: id,
    iss: z.string(),
    aud: z.string(),
    delivery: z.object({ method: z.literal(POLL), endpoint_url: z.string() }),
    events_supported: z.array(z.string()),
    events_requested: z.array(z.string()).optional(),
    events_delivered: z.array(z.string()),
    description: z.string().optional(),
    min_verification_interval: z.int(),
    inactivity_timeout: z.int(),
  })
  .meta({ id: "EventStream", description: "A stream of security events to one receiver." });

export const EventStreamOrList = z.union([EventStreamResource, z.array(EventStreamResource)]);

export const StreamQuery = z.strictObject({
  stream_id: replayedId.optional().meta({ description: "The stream." }),
});

const streamStatus = z.enum(["enabled", "paused", "disabled"]);

export const EventStreamStatusBody = z
  .strictObject({
    stream_id: replayedId,
    status: streamStatus,
    reason: line(1000).optional().meta({ description: "Why, in the receiver's words." }),
  })
  .meta({ id: "NewEventStreamStatus" });

export const EventStreamStatus = z
  .object({
    stream_id: id,
    status: streamStatus,
    reason: z.string().optional().meta({ description: "The words that came with the status." }),
  })
  .meta({ id: "EventStreamStatus" });

const namedUser = z.discriminatedUnion("format", [
  z.strictObject({ format: z.literal("iss_sub"), iss: line(2000), sub: line(255) }),
  z.strictObject({ format: z.literal("email"), email: line(254) }),
]);
const subject = z.discriminatedUnion("format", [
  ...namedUser.options,
  z.strictObject({ format: z.literal("complex"), user: namedUser }),
]);

const ofSubject = { stream_id: replayedId, subject };

export const AddedSubjectBody = z
  .strictObject({ ...ofSubject, verified: z.boolean().optional() })
  .meta({ id: "AddedSubject" });
export const RemovedSubjectBody = z.strictObject(ofSubject).meta({ id: "RemovedSubject" });

/** User of a subject. A complex subject is identified by its `user`. */
export function namedUserOf(sent: z.output<typeof subject>): z.output<typeof namedUser> {
  return sent.format === "complex" ? sent.user : sent;
}

export const VerificationBody = z
  .strictObject({ stream_id: replayedId, state: line(1024).optional() })
  .meta({ id: "StreamVerification" });

const jti = z.string().max(200);
/** Maximum number of acknowledgements in a request. */
const MOST_JTIS = 1_000;

export const PollBody = z
  .strictObject({
    maxEvents: z.int().min(0).optional(),
    returnImmediately: z.boolean().optional(),
    ack: z.array(jti).max(MOST_JTIS).optional(),
    setErrs: z
      .record(jti, z.strictObject({ err: line(100), description: line(1000).optional() }))
      .refine(
        (errors) => Object.keys(errors).length <= MOST_JTIS,
        `has more than ${MOST_JTIS} members`,
      )
      .optional(),
  })
  .meta({ id: "SecurityEventPoll" });

export const PolledEvents = z
  .object({ sets: z.record(z.string(), z.string()), moreAvailable: z.boolean() })
  .meta({ id: "SecurityEvents" });

export const TransmitterConfiguration = z
  .looseObject({
    issuer: z.string(),
    jwks_uri: z.string(),
    delivery_methods_supported: z.array(z.string()),
    configuration_endpoint: z.string(),
  })
  .meta({ id: "TransmitterConfiguration" });

/** A stream in the API's form. */
export function eventStreamResponse(stream: SignalStream): z.infer<typeof EventStreamResource> {
  const { baseUrl } = config();
  return {
    stream_id: stream.id,
    iss: baseUrl,
    aud: stream.audience,
    delivery: { method: POLL, endpoint_url: `${baseUrl}/api/v1/ssf/poll/${stream.id}` },
    events_supported: [...supportedEvents],
    ...(stream.eventsRequested && { events_requested: stream.eventsRequested }),
    events_delivered: deliveredEvents(stream),
    ...(stream.description !== null && { description: stream.description }),
    min_verification_interval: VERIFICATION_SECONDS,
    inactivity_timeout: IDLE_SECONDS,
  };
}

/** The status of a stream in the API's form. */
export function eventStreamStatus(stream: SignalStream): z.infer<typeof EventStreamStatus> {
  const { id: stream_id, status, statusReason } = stream;
  return { stream_id, status, ...(statusReason !== null && { reason: statusReason }) };
}

/** Returns the stream of a query, which must contain one.
 *  @throws ServiceError `malformed` if it is missing */
export function namedStream(streamId: string | undefined): string {
  if (streamId !== undefined) return streamId;
  const detail = "is missing";
  throw new ServiceError("malformed", {
    detail: `stream_id: ${detail}`,
    fields: { errors: [{ parameter: "stream_id", detail }] },
  });
}

/** Compares the stream of a query, if present, with the stream of the body.
 *  @throws ServiceError `malformed` */
export function assertSameStream(streamId: string | undefined, sent: string): void {
  if (streamId === undefined || streamId === sent) return;
  const detail = "names another stream than the body";
  throw new ServiceError("malformed", {
    detail: `stream_id: ${detail}`,
    fields: { errors: [{ parameter: "stream_id", detail }] },
  });
}

/** Complete settings of a receiver.
 *  @param sent absent fields request everything, or have no value */
export function suppliedSettings(sent: Partial<StreamSettings>): StreamSettings {
  return { description: sent.description ?? null, eventsRequested: sent.eventsRequested ?? null };
}

/** Compares values that only the transmitter supplies with the actual ones (SSF 1.0 §8.1.1.3).
 *  @throws ServiceError `malformed` with the first field that differs */
export function assertSupplied(
  sent: CamelKeys<z.output<typeof EventStreamChangesBody>>,
  stream: SignalStream,
): void {
  const is = eventStreamResponse(stream);
  const { aud } = sent;
  const expected: Record<string, [unknown, unknown]> = {
    iss: [sent.iss, is.iss],
    aud: [Array.isArray(aud) && aud.length === 1 ? aud[0] : aud, is.aud],
    events_supported: [sent.eventsSupported?.toSorted(), is.events_supported.toSorted()],
    events_delivered: [sent.eventsDelivered?.toSorted(), is.events_delivered.toSorted()],
    min_verification_interval: [sent.minVerificationInterval, is.min_verification_interval],
    inactivity_timeout: [sent.inactivityTimeout, is.inactivity_timeout],
    "delivery.endpoint_url": [sent.delivery?.endpoint_url ?? undefined, is.delivery.endpoint_url],
  };
  for (const [field, [sentValue, value]] of Object.entries(expected)) {
    if (sentValue === undefined || JSON.stringify(sentValue) === JSON.stringify(value)) continue;
    const detail = "is the transmitter's, and different";
    const pointer = `/${field.replace(".", "/")}`;
    throw new ServiceError("malformed", {
      detail: `${field}: ${detail}`,
      fields: { errors: [{ pointer, detail }] },
    });
  }
}

/** A poll with the code's field names. */
export function pollOf(body: z.output<typeof PollBody>): Poll {
  return {
    maxEvents: body.maxEvents ?? MOST_TOKENS,
    acknowledged: body.ack ?? [],
    refused: Object.entries(body.setErrs ?? {}).map(([jti, { err, description }]) => ({
      jti,
      code: err,
      description: description ?? null,
    })),
  };
}

/** Response to a poll. */
export function polledEvents({ tokens, moreAvailable }: Polled): z.infer<typeof PolledEvents> {
  return { sets: Object.fromEntries(tokens), moreAvailable };
}

export const transmitterConfigurationExample = {
  spec_version: "1_0",
  issuer: "https://auth.example.com",
  jwks_uri: "https://auth.example.com/oauth/jwks",
  delivery_methods_supported: [POLL],
  configuration_endpoint: "https://auth.example.com/api/v1/ssf/streams",
};
