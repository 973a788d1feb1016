import { ServiceError } from "@/lib/kernel/errors";

/** What nobody will read: the status by which logs of servers usually name a caller who left. */
export const CLIENT_CLOSED_REQUEST = 499;

/** The answer to a request whose caller went away while it was worked on. What failed then failed for that reason,
 *  and is no fault of ours to be told of.
 *  @returns null when the caller is there, or when the request was refused and not broken off */
export function aborted({ signal }: Request, error: unknown): Response | null {
  if (error instanceof ServiceError || !signal.aborted) return null;
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}
