import type { Reason } from "@/lib/kernel/errors";

/** Reasons why a session can't be used any more. */
export const sessionEnded = [
  "not_found",
  "user_disabled",
  "revoked",
  "expired",
] as const satisfies readonly Reason[];

/** Reasons why a session does not count as active. */
export const sessionInactive = [
  "session_activity_invalid",
  "session_idle_timeout",
  "session_activity_expired",
] as const satisfies readonly Reason[];
