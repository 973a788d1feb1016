/** Longest time of an upload from its first byte to its answer, in milliseconds: a gibibyte at 2.5 megabits a
 *  second. The upload may not stall meanwhile (`bodyPieces`). */
export const LONGEST_UPLOAD_MS = 3_600_000;

/** Requests that may take that long: method and path. The host ends any other that does not arrive in
 *  time. */
export const longRequests: ReadonlySet<string> = new Set(["POST /api/v1/management/user-imports"]);
