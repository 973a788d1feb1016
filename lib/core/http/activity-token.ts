/** Where a client replays its activity token, and where an answer hands it a fresh one. */
const ACTIVITY_HEADER = "x-session-activity";

/** The activity token that a request replays; null when it sends none. */
export function activityTokenOf(request: Request): string | null {
  return request.headers.get(ACTIVITY_HEADER);
}

/** The header of an answer that carries a fresh activity token; none for none. */
export function freshActivityHeader(token: string | null): { [ACTIVITY_HEADER]?: string } {
  return token === null ? {} : { [ACTIVITY_HEADER]: token };
}
