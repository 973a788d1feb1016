import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import type { EventType } from "@/lib/features/shared-signals/event-types";

/** Whom or what a signal is about. */
export type SignalSubject =
  | { of: "user"; userId: string }
  /** One session of the user, by the handle that mints nothing. */
  | { of: "session"; userId: string; accountSessionId: string }
  /** The address that the user had until then. */
  | { of: "address"; userId: string; changedAt: Date };

/** What a receiver is told of an event: a token is made of it. */
export interface Signal {
  type: EventType;
  subject: SignalSubject;
  /** The event's own claims, as the token has them. */
  claims: Record<string, unknown>;
}

type TellingEvent = Pick<
  StoredAuditEvent,
  "kind" | "actor" | "targets" | "metadata" | "occurredAt" | "source"
>;

/** The kinds of audit events that signals of a type tell of. */
const kindsOf = {
  sessionRevoked: ["session.revoked"],
  credentialChange: [
    "user.password_set",
    "user.password_changed",
    "user.password_reset",
    "factor.added",
    "factor.removed",
    "factors.reset",
  ],
  assuranceLevelChange: ["session.reverified"],
  accountDisabled: ["user.suspended"],
  accountEnabled: ["user.reactivated"],
  accountPurged: ["user.deleted"],
  identifierChanged: ["user.email_changed"],
} as const satisfies Record<EventType, readonly AuditKind[]>;

/** The kinds of audit events that signals of these types tell of. */
export function tellingKinds(types: readonly EventType[]): AuditKind[] {
  return types.flatMap((type) => kindsOf[type]);
}

/** The signals of an audit event, in an order that never changes: most have one, a reset of factors one for each type. An event
 *  that names no user has none, and neither has one that a product pushed. */
export function signalsOf(event: TellingEvent): Signal[] {
  const userId = event.targets.find(({ type }) => type === "user")?.id;
  const type = typeOf(event.kind);
  if (!userId || !type || event.source !== "service") return [];
  const user = { of: "user", userId } as const;
  switch (type) {
    case "sessionRevoked":
      return [{ type, subject: sessionOf(event, userId), claims: caepClaims(event) }];
    case "assuranceLevelChange":
      return [
        {
          type,
          subject: sessionOf(event, userId),
          claims: { ...caepClaims(event), ...levelOf(event) },
        },
      ];
    case "credentialChange":
      return changesOf(event).map((change) => ({
        type,
        subject: user,
        claims: { ...caepClaims(event), ...change },
      }));
    case "identifierChanged":
      return [
        { type, subject: { of: "address", userId, changedAt: event.occurredAt }, claims: {} },
      ];
    default:
      return [{ type, subject: user, claims: {} }];
  }
}

/** What the signals of all events have in common that one request caused; of an event that none caused, the event alone. */
export function transactionOf({ id, context }: Pick<StoredAuditEvent, "id" | "context">): string {
  const request = context.request_id;
  return typeof request === "string" ? request : id;
}

function typeOf(kind: string): EventType | undefined {
  const types = Object.keys(kindsOf) as EventType[];
  return types.find((type) => (kindsOf[type] as readonly string[]).includes(kind));
}

/** The session that an event names. Events from before handles were kept say only whose session it was. */
function sessionOf({ metadata }: TellingEvent, userId: string): SignalSubject {
  const handle = metadata.account_session_id;
  return typeof handle === "string"
    ? { of: "session", userId, accountSessionId: handle }
    : { of: "user", userId };
}

/** What every event of CAEP may say (CAEP 1.0 §2). */
function caepClaims(event: TellingEvent): Record<string, unknown> {
  const entity = initiatedBy(event);
  const reason = reasons[String(event.metadata.reason)]?.text;
  return {
    event_timestamp: Math.floor(event.occurredAt.getTime() / 1000),
    ...(entity && { initiating_entity: entity }),
    ...(reason && event.kind === "session.revoked" && { reason_admin: { en: reason } }),
  };
}

type Entity = "admin" | "user" | "system";

/** Why sessions end, in words, and who is behind it where a backend is only the messenger. */
const reasons: Readonly<Record<string, { text: string; by?: Entity }>> = {
  logout: { text: "The user signed out.", by: "user" },
  replaced: { text: "Another sign-in of the browser took its place.", by: "user" },
  account_security: { text: "The user ended it in account security.", by: "user" },
  password_changed: { text: "The user changed the password.", by: "user" },
  password_set: { text: "A link set the password.", by: "user" },
  password_reset: { text: "A link set a new password.", by: "user" },
  login_disowned: { text: "The user said that the sign-in was somebody else's.", by: "user" },
  user_suspended: { text: "The user was suspended.", by: "admin" },
  user_deleted: { text: "The user was deleted.", by: "admin" },
  ended_by_administrator: { text: "An administrator ended it.", by: "admin" },
  factors_reset: { text: "The user's factors were reset.", by: "admin" },
  invalidated: { text: "The product ended it." },
};

/** Changes that only their user can make, whoever sends them. */
const ownChanges: readonly string[] = [
  "user.password_set",
  "user.password_changed",
  "user.password_reset",
  "session.reverified",
  "factor.added",
] satisfies AuditKind[];

function initiatedBy({ kind, actor, metadata }: TellingEvent): Entity | null {
  if (actor.type === "user" || ownChanges.includes(kind)) return "user";
  if (actor.type === "administrator" || actor.type === "operator") return "admin";
  const behind = reasons[String(metadata.reason)]?.by;
  if (behind) return behind;
  if (kind === "factors.reset") return "admin";
  return actor.type === "service" ? "system" : null;
}

/** What a credential change says (CAEP 1.0 §3.3). */
interface CredentialChange {
  credential_type: string;
  change_type: "create" | "revoke" | "update" | "delete";
}

function changesOf({ kind, metadata }: TellingEvent): CredentialChange[] {
  switch (kind) {
    case "user.password_set":
      return [{ credential_type: "password", change_type: "create" }];
    case "factor.added":
      return [{ credential_type: factorType(metadata.type, metadata), change_type: "create" }];
    case "factor.removed":
      return [{ credential_type: factorType(metadata.type, metadata), change_type: "delete" }];
    case "factors.reset": {
      const types = Array.isArray(metadata.factors) ? metadata.factors : [];
      const known = [...new Set(types.map((type) => factorType(type, {})))].sort();
      return known.map((type) => ({ credential_type: type, change_type: "revoke" }));
    }
    default:
      return [{ credential_type: "password", change_type: "update" }];
  }
}

/** CAEP knows passkeys by where they live: one that is plugged in or held to a reader roams. */
function factorType(type: unknown, { transports }: Record<string, unknown>): string {
  if (type !== "passkey") return "app";
  const reached = Array.isArray(transports) ? transports : [];
  const isPlatform =
    reached.length === 0 || reached.includes("internal") || reached.includes("hybrid");
  return isPlatform ? "fido2-platform" : "fido2-roaming";
}

/** What a step-up adds to a session, by the references of RFC 8176 (CAEP 1.0 §3.4). */
function levelOf({ metadata }: TellingEvent): Record<string, unknown> {
  const level = metadata.method === "passkey" ? "swk" : metadata.method === "pwd" ? "pwd" : "otp";
  const shown = Array.isArray(metadata.amr) ? metadata.amr[0] : undefined;
  return {
    namespace: "RFC8176",
    current_level: typeof shown === "string" ? shown : level,
    change_direction: "increase",
  };
}
