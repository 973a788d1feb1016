import type { ErrorText } from "@/lib/kernel/errors/error-text";
import { invalidGrant, type ReasonRows } from "@/lib/kernel/errors/row";

const unusable = (text: ErrorText) =>
  ({ status: 401, title: "Session unusable", oauth: invalidGrant, ...text }) as const;

/** Reasons for which a session can no longer be used (spec, Direct session terminal reasons). */
export const sessionEnds = {
  not_found: unusable({
    cause:
      "The environment has no such session. An id that was made up, one of another tenant and one that was deleted long ago look alike.",
    remedy:
      "Clear the session and ask the user to sign in. If it happens to fresh sessions, check that the id is of this environment, and that it is no other id, such as `account_session_id`.",
  }),
  user_disabled: unusable({
    cause: "The user was suspended or deleted.",
    remedy:
      "Clear the session. Signing in again will not help until an administrator reactivates the user.",
  }),
  revoked: unusable({
    cause:
      "The session was ended by the user, an administrator, your product, or a change of the password.",
    remedy: "Clear the session in your product and ask the user to sign in.",
  }),
  expired: unusable({
    cause:
      "The session has reached its absolute end, or was idle for too long. For an external token: the token, or the sign-in behind it, is too old.",
    remedy:
      "Clear the session and ask the user to sign in. `absolute_expires_at` and `idle_expires_at` say beforehand when it ends.",
  }),
  tenant_disabled: unusable({
    cause: "An operator disabled the tenant. Only callers that have authenticated get this answer.",
    remedy:
      "Stop calling, and contact the operator of the service. Nothing stored is lost: everything works again once the tenant is enabled.",
  }),
} as const satisfies ReasonRows;

/** Reasons for which signed activity state is rejected (spec, Session idle and absolute lifetime). */
export const activityFailures = {
  session_activity_invalid: unusable({
    cause: "The activity token is missing, changed, or of another session.",
    remedy:
      "Send the token of the last answer in `x-session-activity`, unchanged. If you have none, ask the user to sign in. Never make up a token.",
  }),
  session_idle_timeout: unusable({
    cause: "The user has done nothing for as long as the policy's `idle_timeout_minutes`.",
    remedy:
      "Ask the user to sign in. `warn_before_seconds` says when to warn users who are still there.",
  }),
  session_activity_expired: unusable({
    cause: "The session has reached the absolute end that its policy sets.",
    remedy: "Ask the user to sign in.",
  }),
} as const satisfies ReasonRows;

/** Reasons for which a session can no longer be used. */
export type SessionEnd = keyof typeof sessionEnds;

/** Reasons for which signed activity state was rejected. */
export type ActivityFailure = keyof typeof activityFailures;
