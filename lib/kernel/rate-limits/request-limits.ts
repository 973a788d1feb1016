import { config } from "@/lib/kernel/config/config";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import type { Budget } from "@/lib/kernel/rate-limits/rate-limit";

/** Counts a management request against its credential.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeManagementRequest(credentialId: string): Promise<void> {
  return take(
    { name: "management", points: config().limits.managementRequests, seconds: 60 },
    credentialId,
  );
}

/** Counts access decisions against their credential: an application may request one at each of its own
 *  requests.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeAccessRequest(credentialId: string, questions = 1): Promise<void> {
  return take(
    { name: "access", points: config().limits.accessRequests, seconds: 60 },
    credentialId,
    questions,
  );
}

/** Counts an audit-ingest request against its credential.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeAuditRequest(credentialId: string): Promise<void> {
  return take({ name: "audit", points: config().limits.auditRequests, seconds: 60 }, credentialId);
}

/** Counts a request for a file of the audit log against its credential: verifying the log reads all of them.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeAuditLogRequest(credentialId: string): Promise<void> {
  return take(
    { name: "audit-log", points: config().limits.auditLogRequests, seconds: 60 },
    credentialId,
  );
}

/** Counts a request of the operator plane against its token, or against the session of an operator.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeOperatorRequest(countedBy: string): Promise<void> {
  return take(
    { name: "operator", points: config().limits.operatorRequests, seconds: 60 },
    countedBy,
  );
}

/** Counts a request of an installation.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeInstallationRequest(installationId: string): Promise<void> {
  return take(
    { name: "installation", points: config().limits.installationRequests, seconds: 60 },
    installationId,
  );
}

/** Counts a minted user token against its credential, at the limit of the token endpoint.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function takeTokenRequest(credentialId: string): Promise<void> {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  return take(
    { name: "user-token", points: tokenRequests, seconds: tokenWindowSeconds },
    credentialId,
  );
}

async function take(budget: Budget, id: string, count = 1): Promise<void> {
  assertTaken(await takePoint(budget, bucketKey(id), count), "Too many requests.");
}
