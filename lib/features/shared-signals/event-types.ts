/** Types of events that a stream can deliver, with their URIs in tokens (CAEP 1.0 §3, RISC Profile 1.0
 *  §2). */
export const eventTypes = {
  sessionRevoked: "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
  credentialChange: "https://schemas.openid.net/secevent/caep/event-type/credential-change",
  assuranceLevelChange:
    "https://schemas.openid.net/secevent/caep/event-type/assurance-level-change",
  accountDisabled: "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
  accountEnabled: "https://schemas.openid.net/secevent/risc/event-type/account-enabled",
  accountPurged: "https://schemas.openid.net/secevent/risc/event-type/account-purged",
  identifierChanged: "https://schemas.openid.net/secevent/risc/event-type/identifier-changed",
} as const;

/** A type of event that a stream can deliver. */
export type EventType = keyof typeof eventTypes;

/** URIs of all of them. */
export const supportedEvents: readonly string[] = Object.values(eventTypes);

/** URI of the event with which a receiver tests its stream (SSF 1.0 §8.1.4). */
export const VERIFICATION = "https://schemas.openid.net/secevent/ssf/event-type/verification";
