import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import type { EventType } from "@/lib/features/shared-signals/event-types";

/** Subject of a signal. */
export type SignalSubject =
  | { of: "user"; userId: string }
  /** One session of the user, by its public handle, which is no credential. */
  | { of: "session"; userId: string; accountSessionId: string }
  /** The user's address until then. */
  | { of: "address"; userId: string; changedAt: Date };

/** Signal of an event to receivers, from which a token is created. */
export interface Signal {
  type: EventType;
  subject: SignalSubject;
  /** The event's own claims, as in the token. */
  claims: Record<string, unknown>;
}

type SignalledEvent = Pick<
  StoredAuditEvent,
  "kind" | "actor" | "targets" | "metadata" | "occurredAt" | "source"
>;

/** Kinds of audit events by the type of their signals. */
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

/** Kinds of audit events that cause signals of these types. */
export function signalledKinds(types: readonly EventType[]): AuditKind[] {
  return types.flatMap((type) => kindsOf[type]);
}

/** Signals of an audit event, in a fixed order. Most events have one; a reset of factors has one of each
 *  type. An event without a user, or one that a product pushed, has none. */
export function signalsOf(event: SignalledEvent): Signal[] {
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

/** Common identifier of all events that one request caused; for an event without a request, its own id. */
export function transactionOf({ id, context }: Pick<StoredAuditEvent, "id" | "context">): string {
  const request = context.request_id;
  return typeof request === "string" ? request : id;
}

function typeOf(kind: string): EventType | undefined {
  const types = Object.keys(kindsOf) as EventType[];
  return types.find((type) => (kindsOf[type] as readonly string[]).includes(kind));
}

/** Session of an event. Older events without a handle contain only the session's user. */
function sessionOf({ metadata }: SignalledEvent, userId: string): SignalSubject {
  const handle = metadata.account_session_id;
  return typeof handle === "string"
    ? { of: "session", userId, accountSessionId: handle }
    : { of: "user", userId };
}

/** Optional claims of every CAEP event (CAEP 1.0 §2). */
function caepClaims(event: SignalledEvent): Record<string, unknown> {
  const entity = initiatedBy(event);
  const reason = reasons[String(event.metadata.reason)]?.text;
  return {
    event_timestamp: Math.floor(event.occurredAt.getTime() / 1000),
    ...(entity && { initiating_entity: entity }),
    ...(reason && event.kind === "session.revoked" && { reason_admin: { en: reason } }),
  };
}

type Entity = "admin" | "user" | "system";

/** Reasons for the end of sessions, in words, and their initiator where the acting backend only forwards a
 *  decision. */
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

/** Changes that only the user can make, regardless of the client that sends them. */
const ownChanges: readonly string[] = [
  "user.password_set",
  "user.password_changed",
  "user.password_reset",
  "session.reverified",
  "factor.added",
] satisfies AuditKind[];

function initiatedBy({ kind, actor, metadata }: SignalledEvent): Entity | null {
  if (actor.type === "user" || ownChanges.includes(kind)) return "user";
  if (actor.type === "administrator" || actor.type === "operator") return "admin";
  const behind = reasons[String(metadata.reason)]?.by;
  if (behind) return behind;
  if (kind === "factors.reset") return "admin";
  return actor.type === "service" ? "system" : null;
}

/** Claims of a credential change (CAEP 1.0 §3.3). */
interface CredentialChange {
  credential_type: string;
  change_type: "create" | "revoke" | "update" | "delete";
}

function changesOf({ kind, metadata }: SignalledEvent): CredentialChange[] {
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

/** CAEP distinguishes passkeys by their authenticator: one connected by USB, NFC or Bluetooth is
 *  roaming. */
function factorType(type: unknown, { transports }: Record<string, unknown>): string {
  if (type !== "passkey") return "app";
  const reached = Array.isArray(transports) ? transports : [];
  const isPlatform =
    reached.length === 0 || reached.includes("internal") || reached.includes("hybrid");
  return isPlatform ? "fido2-platform" : "fido2-roaming";
}

/** Claims of a step-up, with the references of RFC 8176 (CAEP 1.0 §3.4). */
function levelOf({ metadata }: SignalledEvent): Record<string, unknown> {
  const level = metadata.method === "passkey" ? "swk" : metadata.method === "pwd" ? "pwd" : "otp";
  const shown = Array.isArray(metadata.amr) ? metadata.amr[0] : undefined;
  return {
    namespace: "RFC8176",
    current_level: typeof shown === "string" ? shown : level,
    change_direction: "increase",
  };
}
