import type { AuditKind } from "@/lib/audit/audit-kinds";

/** What users do to sign in, and what happens to their sessions. */
export const signInSentences = {
  "login.succeeded": "{user} signed in{from}",
  "login.failed": "{user} tried to sign in and failed{from}",
  "login.locked": "Too many failed sign-ins: {user} was locked out for a while{from}",
  "login.code_sent": "A sign-in code was sent to {user}",
  "login.code_withheld": "No further code was sent to {user}: too many were asked for",
  "login.disowned":
    "{user} said that a sign-in with their address was not theirs, and it was ended",
  "session.created": "A session of {user} began{from}",
  "session.revoked": "{actor} ended a session of {user}",
  "session.expired": "A session of {user} came to its end",
  "session.reverified": "{user} proved again who they are{from}",
  "session.reverify_failed": "{user} did not prove again who they are{from}",
  "session.token_issued": "{user} opened {app}",
  "trusted_device.created": "{user} trusts a new device{from}",
  "trusted_device.revoked": "{actor} took the trust in a device of {user} away",
  "user.password_set": "{user} set a password",
  "user.password_changed": "{user} changed their password{from}",
  "user.password_change_failed": "{user} tried to change their password and failed{from}",
  "user.password_reset": "{user} reset their password",
  "user.password_reset_requested": "A link to reset the password was sent to {user}",
  "access.denied": "{user} was not let into {app}",
  "access.observed": "{user} was let into {app}, which the rules will deny once they are enforced",
  "oidc.consent_granted": "{user} consented to {oidc_client}",
  "oidc.refresh_reuse_detected":
    "A used refresh token of {user} came back, and its session was ended",
  "credential.token_issued": "{actor} got a machine token",
  "external_principal.token_exchanged": "A token from outside was exchanged for {user}",
  "external_principal.token_refused": "A token from outside was refused",
} as const satisfies Partial<Record<AuditKind, string>>;
