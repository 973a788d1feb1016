import { randomUUID } from "node:crypto";
import type { RequestContext } from "@/lib/kernel/caller";
import { currentRequest, wellFormed } from "@/lib/kernel/process/current-request";
import { clientAddress, plainAddress } from "@/lib/kernel/process/peer-address";

/** The id a request is known by in logs and audit events: the caller's own when it is well formed. */
export function requestIdOf(request: Request): string {
  return currentRequest()?.id ?? wellFormed(request.headers.get("x-request-id")) ?? randomUUID();
}

/** The end user's address and agent as a tenant's backend tells them. Believed only once the tenant is
 *  authenticated: a stranger could otherwise choose whose brake they pull (contract, Who may call what). */
export function endUserContext(request: Request, requestId: string): RequestContext {
  const agent = request.headers.get("x-end-user-agent");
  return {
    ipAddress: plainAddress(request.headers.get("x-end-user-ip")?.trim() ?? ""),
    userAgent: agent === null ? null : agent.slice(0, 512),
    requestId,
  };
}

/** Where a browser's request to a hosted page or an OAuth endpoint comes from, by the socket. */
export function browserContext(headers: Headers, requestId: string | null): RequestContext {
  return {
    ipAddress: clientAddress(headers),
    userAgent: headers.get("user-agent")?.slice(0, 512) ?? null,
    requestId,
  };
}
