import { ServiceError } from "@/lib/kernel/errors";

/** Status in server logs for a request whose caller closed the connection. No client receives it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Answer to a request whose caller closed the connection while it was handled. Its failure follows from
 *  that, and is not logged as an error.
 *  @returns null when the caller is still connected, or when the request was refused */
export function abortedAnswer({ signal }: Request, error: unknown): Response | null {
  if (error instanceof ServiceError || !signal.aborted) return null;
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}
