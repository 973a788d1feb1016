import { z } from "zod";
import { bodyId, replayedId } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { SessionEndCode } from "@/lib/core/contract/problem";
import type { ExchangedGrant } from "@/lib/core/sessions/exchange-grant";
import { absoluteExpiry, idleExpiry, type SessionFacts } from "@/lib/core/sessions/session";
import type { SessionValidity } from "@/lib/core/sessions/validate-session";

/** Time before the end of a session at which a client should warn its user, in seconds. */
const WARN_BEFORE_SECONDS = 120;

/** Id of a direct session as a client sends it. A value that is no session id is `not_found`. */
export const sessionId = replayedId;

export const SessionExchangeBody = z
  .strictObject({
    grant: z.string().min(1).max(200),
    app_id: bodyId.optional().meta({
      description: "Binds the session to this app; otherwise the first token minted does.",
    }),
  })
  .meta({ id: "SessionExchangeRequest" });

const SessionPolicyResource = z
  .object({
    idle_timeout_minutes: z.int(),
    absolute_timeout_minutes: z.int(),
    idle_expires_at: timestamp,
    absolute_expires_at: timestamp,
    warn_before_seconds: z.int(),
    step_up_max_age_seconds: z.int(),
    trusted_device_days: z.int(),
  })
  .meta({ id: "SessionPolicy", description: "The policy in force at this moment." });

export const SessionExchangeResource = z
  .object({
    user: z.object({ id, email: z.string(), display_name: z.string().nullable() }),
    session_id: id.meta({ description: "Mints access tokens. Keep the id on the server." }),
    account_session_id: id.meta({
      description: "The handle that account-security routes use. The handle mints nothing.",
    }),
    session_policy: SessionPolicyResource,
    session_activity_token: z.string().meta({
      description:
        "Store the token and replay the token as x-session-activity; each answer brings a fresh token.",
    }),
    kind: z.enum(["invitation", "password_reset"]).nullable(),
  })
  .meta({ id: "SessionExchange" });

export const SessionBody = z.strictObject({ session_id: sessionId }).meta({ id: "SessionRequest" });

export const SessionValidityResource = z
  .object({
    valid: z.boolean(),
    reason: SessionEndCode.nullable(),
    user_id: id.nullable(),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: "SessionValidity" });

export const RevokedResource = z
  .object({ revoked: z.int().min(0).meta({ description: "How many sessions this call ended." }) })
  .meta({ id: "Revoked" });

/** A new session in wire format. */
export function sessionExchangeResponse(
  exchanged: ExchangedGrant,
): z.infer<typeof SessionExchangeResource> {
  const { user, session, activityToken, kind } = exchanged;
  return {
    user: { id: user.id, email: user.email, display_name: user.displayName },
    session_id: session.id,
    account_session_id: session.accountSessionId,
    session_policy: sessionPolicy(exchanged),
    session_activity_token: activityToken,
    kind,
  };
}

function sessionPolicy({ session, policy }: SessionFacts): z.infer<typeof SessionPolicyResource> {
  return {
    idle_timeout_minutes: policy.idleTimeoutMinutes,
    absolute_timeout_minutes: policy.absoluteTimeoutMinutes,
    idle_expires_at: wireTime(idleExpiry(session, session.lastActiveAt, policy)),
    absolute_expires_at: wireTime(absoluteExpiry(session, policy)),
    warn_before_seconds: WARN_BEFORE_SECONDS,
    step_up_max_age_seconds: policy.stepUpMaxAgeSeconds,
    trusted_device_days: policy.trustedDeviceDays,
  };
}

/** State of a session in wire format. */
export function sessionValidityResponse(
  validity: SessionValidity,
): z.infer<typeof SessionValidityResource> {
  return {
    valid: validity.reason === null,
    reason: validity.reason,
    user_id: validity.userId,
    expires_at: wireTimeOrNull(validity.expiresAt),
  };
}
