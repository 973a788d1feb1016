import { z } from "zod";

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Every limit the service applies, with its default. Each is an environment variable of the same
 *  name in capitals behind `ATRIUM_LIMIT_`; docs/API.md has the table. Values are configuration, not
 *  contract (spec, Limits, rule 1). Durations carry their unit in the name. */
export const limitsSchema = z.object({
  /** Failed logins for one account before it locks. */
  loginFailures: count(5),
  loginWindowSeconds: count(900),
  loginLockSeconds: count(900),
  /** Failed logins from one network address before it locks. */
  networkFailures: count(50),
  networkWindowSeconds: count(900),
  /** Failed proofs of reverify and of password/change, each by itself, per tenant and user. */
  proofFailures: count(5),
  proofWindowSeconds: count(900),
  /** One-time codes sent to one user. */
  codeSends: count(5),
  codeSendWindowSeconds: count(900),
  codeResendSeconds: count(30),
  /** Messages that `password/forgot` sends to one address, and requests for any address from one network
   *  address. */
  forgotSends: count(5),
  forgotNetworkRequests: count(50),
  forgotWindowSeconds: count(3600),
  /** Token requests of one client. */
  tokenRequests: count(300),
  tokenWindowSeconds: count(60),
  /** Authorizations started from one network address, and for one client by browsers that are not signed
   *  in. */
  authorizeNetworkRequests: count(600),
  authorizeClientRequests: count(6000),
  /** Other requests to OAuth endpoints from one network address that authenticate neither client nor user. */
  oauthNetworkRequests: count(1200),
  oauthWindowSeconds: count(60),
  /** Wrong device codes, from one network address and from all together. */
  deviceNetworkFailures: count(20),
  deviceFailures: count(3000),
  deviceWindowSeconds: count(600),
  /** Management and audit-ingest requests of one credential a minute. */
  managementRequests: count(600),
  auditRequests: count(1200),
  /** Access decisions that one credential requests a minute. */
  accessRequests: count(6000),
  /** Requests of one credential for files of the audit log a minute. */
  auditLogRequests: count(6000),
  /** Requests of one operator token a minute. */
  operatorRequests: count(600),
  /** Attempts to enrol an installation, from one network address and with one token. */
  enrolmentNetworkAttempts: count(600),
  enrolmentTokenAttempts: count(1200),
  enrolmentWindowSeconds: count(60),
  /** Redemptions of an enrolment token a minute, where the token sets no limit of its own. */
  enrolmentRedemptions: count(60),
  /** Requests of one installation a minute. */
  installationRequests: count(120),
  /** Requests in flight in one process, by plane; as many again may wait. */
  publicPlaneInFlight: count(256),
  privatePlaneInFlight: count(256),
  /** Password hashes that may wait for a slot in one process. Slots are the cores. */
  passwordHashQueue: count(64),
  /** Requests to tenants' previous systems in flight in one process; as many again may wait. */
  previousSystemQuestions: count(64),
  /** Bytes of a JSON or form body. */
  bodyBytes: count(65_536),
  /** Retention of expired and ended rows before they are deleted. Secrets: codes, links, and what the OAuth
   *  plane stores. */
  expiredSecretDays: count(7),
  endedSessionDays: count(30),
  endedDeviceDays: count(30),
  /** Back-channel logouts that were delivered or abandoned, with their attempts. */
  finishedDeliveryDays: count(30),
  finishedMailDays: count(30),
  /** Time that a body may take to arrive on the API planes, before anything is done for its request. */
  bodySeconds: count(10),
  /** Time that the headers may take, and a whole request. */
  headerSeconds: count(10),
  requestSeconds: count(30),
  /** Time that a connection may stand still while an answer is due or is being read. */
  stallSeconds: count(60),
  /** Open connections of one network address to one process; those of trusted proxies are not counted. */
  networkConnections: count(500),
  /** Requests that one connection may send before the first of them is answered. */
  pipelinedRequests: count(20),
});

export type Limits = z.infer<typeof limitsSchema>;

/** The environment variable that overrides a limit. */
export function limitVariable(name: string): string {
  return `ATRIUM_LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
