import { z } from "zod";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { line } from "@/lib/core/contract/fields";
import { type CamelKeys, id, moment, timestamp } from "@/lib/core/contract/names";
import { base64 } from "@/lib/features/audit-log/log/bytes";
import { saltTexts } from "@/lib/features/audit-log/log/log-entry";
import type { LogFilter, LoggedEvent } from "@/lib/features/audit-log/log/log-reading-store";
import type {
  ProvedConsistency,
  ProvedEvent,
} from "@/lib/features/audit-log/log/prove-stored-event";

const sequence = z.int().min(0).meta({ description: "The event's place in the tenant's log." });
const party = z.object({ type: z.string(), id: z.string(), name: z.string().optional() });
const anything = z.record(z.string(), z.unknown());

const record = {
  id,
  kind: z.string().meta({ description: "`user.created`, or what a product calls its own." }),
  source: z
    .enum(["service", "product"])
    .meta({ description: "Whether the service saw it itself, or a product pushed it." }),
  event_id: id.nullable().meta({ description: "The product's own id of an event that it pushed." }),
  tenant: z.string().meta({ description: "The tenant's public id." }),
  environment: z.string().nullable().meta({ description: "The environment's key." }),
  actor: party.meta({ description: "Who did it." }),
  targets: z.array(party).meta({ description: "What it was done to." }),
  context: anything.meta({ description: "Where it came from: addresses, agents, requests." }),
  metadata: anything.meta({ description: "Facts about it, which differ from kind to kind." }),
  occurred_at: timestamp.meta({ description: "When it happened." }),
  received_at: timestamp.meta({ description: "When the service took it." }),
};

const base64Text = z.base64();
const salt = base64Text.nullable().meta({ description: "Null once the part was erased." });

const opening = {
  entry: base64Text.meta({
    description:
      "The event's own bytes in the log: JSON (RFC 8785) with its id and a commitment to each part.",
  }),
  salts: z
    .object({ record: salt, actor: salt, targets: salt, context: salt, metadata: salt })
    .meta({
      description:
        "A commitment is the SHA-256 of the part's salt and its JSON (RFC 8785), in which a number that a double does not hold has its own digits.",
    }),
};

const opened = { entry: opening.entry.optional(), salts: opening.salts.optional() };

const LoggedAuditEvent = z.object({ sequence, ...record, ...opened }).meta({
  id: "LoggedAuditEvent",
  description: "`entry` and `salts` are there where they were asked for with `opened`.",
});

export const AuditEventResource = z
  .object({ sequence: sequence.nullable(), ...record, ...opened })
  .meta({
    id: "AuditEvent",
    description:
      "`sequence` is null until a log has the event. `entry` and `salts` are there where they were asked for with `opened`.",
  });

export const AuditEventList = z
  .object({ audit_events: z.array(LoggedAuditEvent) })
  .meta({ id: "AuditEventList" });

/** Longest wait that a request may ask for, in seconds. */
export const LONGEST_WAIT_SECONDS = 60;

const isOpened = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional()
  .meta({
    description:
      "Whether an event comes with its `entry` and its `salts`, so that it can be verified.",
  });

export const SingleAuditEventQuery = z.strictObject({ opened: isOpened });

const asDate = moment.transform((text) => new Date(text));

export const AuditEventQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/, "must be a whole number from 0 on")
    .transform(Number)
    .optional()
    .meta({
      description: "The `sequence` of the last event that the reader has; none for the beginning.",
    }),
  kind: line(128)
    .optional()
    .meta({ description: "One kind (`user.created`), or all of a noun (`user.*`)." }),
  actor: line(256).optional().meta({ description: "The id of whoever acted." }),
  target: line(256).optional().meta({ description: "The id of something the event is about." }),
  since: asDate.optional().meta({ description: "What happened at this moment or later." }),
  until: asDate.optional().meta({ description: "What happened before this moment." }),
  opened: isOpened,
  wait: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, "must be a whole number of seconds from 0 to 60")
    .transform(Number)
    .optional()
    .meta({ description: "Seconds to wait for an event where there is none, 60 at most." }),
});

/** Filter for the events that a query selects. */
export function eventFilter(
  query: CamelKeys<z.output<typeof AuditEventQuery>>,
  environmentId: string,
): LogFilter {
  const { kind, opened, ...rest } = query;
  return { ...rest, isOpened: opened, environmentId, kinds: kind === undefined ? null : [kind] };
}

/** `Link` header to the next page (RFC 8288): the same query after another sequence. */
export function nextLink(url: string, lookedTo: number): string {
  const { pathname, searchParams } = new URL(url);
  if (lookedTo >= 0) searchParams.set("after", String(lookedTo));
  const query = searchParams.toString();
  return `<${pathname}${query ? `?${query}` : ""}>; rel="next"`;
}

/** Events of the log in the API's form, piece by piece. */
export async function* loggedAuditEvents(
  pieces: AsyncIterable<LoggedEvent[]>,
  tenantPublicId: string,
): AsyncGenerator<z.infer<typeof LoggedAuditEvent>[], void> {
  for await (const events of pieces)
    yield events.map((event) => loggedAuditEvent(event, tenantPublicId));
}

function loggedAuditEvent(
  event: LoggedEvent,
  tenantPublicId: string,
): z.infer<typeof LoggedAuditEvent> {
  const base = { sequence: event.position, ...auditRecord(event, tenantPublicId) };
  return event.opening ? { ...base, ...openingTexts(event.opening) } : base;
}

function openingTexts({ entry, salts }: NonNullable<LoggedEvent["opening"]>) {
  return { entry: base64(entry), salts: saltTexts(salts) };
}

/** An event of the trail in the API's form.
 *  @param event its position is null while it is not in the log
 *  @param proved its opening, if it was requested and the event is in the log */
export function auditEventResponse(
  event: StoredAuditEvent & { position: number | null },
  proved: LoggedEvent["opening"] | null,
  tenantPublicId: string,
): z.infer<typeof AuditEventResource> {
  const base = { sequence: event.position, ...auditRecord(event, tenantPublicId) };
  return proved ? { ...base, ...openingTexts(proved) } : base;
}

const hashes = z.array(base64Text).meta({ description: "Hashes, from the leaf's side up." });

export const AuditProof = z
  .object({
    event: LoggedAuditEvent,
    ...opening,
    tree_size: z.int().min(1).meta({ description: "How many entries the log has." }),
    proof: hashes,
    checkpoint: z
      .string()
      .meta({ description: "The signed checkpoint of that size (C2SP tlog-checkpoint)." }),
  })
  .meta({ id: "AuditProof", description: "What proves that an event is in the log (RFC 6962)." });

/** A proof of inclusion in the API's form. */
export function auditProof(
  { event, proof, size, checkpoint }: ProvedEvent,
  tenantPublicId: string,
): z.infer<typeof AuditProof> {
  return {
    event: loggedAuditEvent(event, tenantPublicId),
    ...openingTexts(event),
    tree_size: size,
    proof: proof.map(base64),
    checkpoint,
  };
}

const size = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/, "must be a whole number from 0 on")
  .transform(Number);

export const ConsistencyQuery = z.strictObject({
  from: size.optional().meta({ description: "The older size of the log. Required." }),
  to: size.optional().meta({ description: "The newer size; what the log has now unless told." }),
});

export const ConsistencyProof = z
  .object({
    from: z.int().meta({ description: "The older size." }),
    to: z.int().meta({ description: "The newer size." }),
    proof: hashes,
  })
  .meta({ id: "ConsistencyProof", description: "That a log goes on from what it was (RFC 6962)." });

/** A proof of consistency in the API's form. */
export function consistencyProof(proved: ProvedConsistency): z.infer<typeof ConsistencyProof> {
  return { ...proved, proof: proved.proof.map(base64) };
}
