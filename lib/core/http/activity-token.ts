/** Header in which a client sends back its activity token, and in which an answer carries a new one. */
const ACTIVITY_HEADER = "x-session-activity";

/** Activity token that a request sends; null for none. */
export function activityTokenOf(request: Request): string | null {
  return request.headers.get(ACTIVITY_HEADER);
}

/** Header with a new activity token; no header without one. */
export function freshActivityHeader(token: string | null): { [ACTIVITY_HEADER]?: string } {
  return token === null ? {} : { [ACTIVITY_HEADER]: token };
}
