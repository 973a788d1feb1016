import { randomUUID } from "node:crypto";
import type { RequestContext } from "@/lib/kernel/caller";
import { currentRequest, wellFormed } from "@/lib/kernel/process/current-request";
import { clientAddress, plainAddress } from "@/lib/kernel/process/peer-address";

/** Id of a request in logs and audit events: the caller's own if it is well formed. */
export function requestIdOf(request: Request): string {
  return currentRequest()?.id ?? wellFormed(request.headers.get("x-request-id")) ?? randomUUID();
}

/** Context of the end user, with the address and agent that a tenant's backend passes. They count only
 *  for an authenticated tenant: otherwise a caller could choose the user whose limits it consumes
 *  (contract, Who may call what). */
export function endUserContext(request: Request, requestId: string): RequestContext {
  const agent = request.headers.get("x-end-user-agent");
  return {
    ipAddress: plainAddress(request.headers.get("x-end-user-ip")?.trim() ?? ""),
    userAgent: agent === null ? null : agent.slice(0, 512),
    requestId,
  };
}

/** Context of a browser's request to a hosted page or an OAuth endpoint, with the address of the socket. */
export function browserContext(headers: Headers, requestId: string | null): RequestContext {
  return {
    ipAddress: clientAddress(headers),
    userAgent: headers.get("user-agent")?.slice(0, 512) ?? null,
    requestId,
  };
}
