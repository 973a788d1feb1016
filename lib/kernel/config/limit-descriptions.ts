import type { Limits } from "@/lib/kernel/config/limits";

/** Description of each limit, for the documentation's table. The type makes a missing one fail to compile,
 *  and a test compares the table with it. */
export const limitDescriptions: Record<keyof Limits, string> = {
  loginFailures: "failed logins of one account before it locks",
  loginWindowSeconds: "in this time",
  loginLockSeconds: "for this time",
  networkFailures: "failed logins from one network address before it locks",
  networkWindowSeconds: "in this time",
  proofFailures: "wrong proofs of a step-up, and of a password change, each by itself, of one user",
  proofWindowSeconds: "in this time",
  codeSends: "one-time codes sent to one user",
  codeSendWindowSeconds: "in this time",
  codeResendSeconds: "between two codes to one user",
  forgotSends: "reset messages to one address; more are dropped in silence",
  forgotNetworkRequests:
    "requests for such a message, to whatever address, from one network address; an API call beyond it is dropped in silence",
  forgotWindowSeconds: "in this time",
  tokenRequests:
    "token requests of one client, user tokens of one credential, and userinfo requests of one user at one client",
  tokenWindowSeconds: "in this time",
  authorizeNetworkRequests: "authorizations begun from one network address",
  authorizeClientRequests:
    "what browsers, and devices, have stored for one client that prove nothing; networks share it",
  oauthNetworkRequests:
    "other OAuth requests from one network address that prove neither a client nor a user",
  oauthWindowSeconds: "in this time",
  deviceNetworkFailures: "wrong codes of devices from one network address",
  deviceFailures: "wrong codes of devices from all network addresses together, which share it",
  deviceWindowSeconds: "in this time",
  managementRequests: "management requests of one credential a minute",
  auditRequests: "audit events of one credential a minute",
  accessRequests:
    "access decisions that one credential asks for a minute; each evaluation of a batch is one",
  auditLogRequests: "requests of one credential for files of the audit log a minute",
  operatorRequests: "operator requests of one token a minute",
  enrolmentNetworkAttempts: "attempts to enrol an installation from one network address",
  enrolmentTokenAttempts: "attempts to enrol an installation with one token",
  enrolmentWindowSeconds: "in this time",
  enrolmentRedemptions: "redemptions a minute of an enrolment token that names no budget",
  installationRequests: "requests of one installation a minute",
  publicPlaneInFlight: "requests in flight in one process on what anybody can reach; as many wait",
  privatePlaneInFlight: "the same for callers that hold a secret",
  passwordHashQueue: "password hashes that wait for one of as many slots as there are cores",
  previousSystemQuestions:
    "questions to tenants' previous systems in flight in one process, a quarter of them of one tenant; as many wait, for five seconds",
  bodyBytes:
    "bytes of a body; those with long lists (overrides, permissions, entitlements, app ids) have room for what their description allows",
  expiredSecretDays: "days that an expired code, link or token is kept before it is deleted",
  endedSessionDays:
    "days that an ended session is kept, with the relying parties that took part, and up to 8 more until its week is dropped; longer while a token of it lives",
  endedDeviceDays: "days that a trusted device is kept after its trust ended",
  finishedDeliveryDays:
    "days that a back-channel logout is kept after its last attempt, with its attempts",
  finishedMailDays:
    "days that a message is kept after it was queued: its recipient and how it fared, not what it said",
  bodySeconds: "seconds in which a body arrives on the API planes; then 408",
  headerSeconds: "seconds in which the lines before a body arrive",
  requestSeconds: "seconds in which a whole request arrives",
  stallSeconds: "seconds that a connection may stand still while an answer is due or being read",
  networkConnections:
    "open connections of one network address to one process, trusted proxies apart; the oldest idle one makes room",
  pipelinedRequests: "requests that a connection may send ahead of their answers",
};
