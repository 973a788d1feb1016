import { IdentityResource } from "@/lib/contract/identity";
import { content, type Operation } from "@/lib/contract/operation";
import { PasswordChangeBody, PasswordChangedResource } from "@/lib/contract/password-change";
import { ReverifiedResource, ReverifyBody, StepUpChallengeResource } from "@/lib/contract/reverify";
import {
  RevokedResource,
  SessionBody,
  SessionExchangeBody,
  SessionExchangeResource,
  SessionValidityResource,
} from "@/lib/contract/session";
import { sessionExamples as example } from "@/lib/contract/session-examples";
import { UserTokenBody, UserTokenResource } from "@/lib/contract/token";

const endUser = [
  {
    name: "x-end-user-ip",
    description: "The end user's own address.",
    example: "203.0.113.7",
  },
  { name: "x-end-user-agent", description: "The end user's own user agent." },
];
const activity = {
  name: "x-session-activity",
  description: "The activity token of the last answer. Never make one up.",
};
const fresh = { "x-session-activity": "The fresh activity token: store it and replay it." };
const ended = ["not_found", "user_disabled", "revoked", "expired"] as const;
const idle = [
  "session_activity_invalid",
  "session_idle_timeout",
  "session_activity_expired",
] as const;
const path = "/api/v1/auth";
const session = { tag: "Sessions", method: "POST" } as const;
const scoped = { ...session, caller: "machine" } as const;

const exchange: Operation = {
  ...session,
  caller: "tenant",
  path: `${path}/session/exchange`,
  id: "exchangeGrant",
  summary: "Exchange a one-time grant for a session",
  headers: endUser,
  body: content(SessionExchangeBody, { grant: "agr_3q2-7w0" }),
  answers: {
    ok: { description: "The session.", ...content(SessionExchangeResource, example.exchange) },
  },
  answerHeaders: fresh,
  refusals: ["invalid_credentials", "user_disabled", "unprocessable"],
};

const token: Operation = {
  ...scoped,
  path: `${path}/token`,
  id: "issueUserToken",
  summary: "Mint a user access token from a session",
  description:
    "The access evaluator decides at every token: the first layer that denies is the code of the 403. One membership that reaches the app needs no organization_id.",
  scope: "tokens:issue",
  headers: [...endUser, { ...activity, description: "Checked and refreshed when it is sent." }],
  body: content(UserTokenBody, { session_id: example.sessionId, app_id: example.appId }),
  answers: { ok: { description: "The token.", ...content(UserTokenResource, example.token) } },
  answerHeaders: fresh,
  refusals: [
    ...ended,
    ...idle,
    "app_unknown",
    "app_disabled",
    "organization_unknown",
    "organization_inactive",
    "no_membership",
    "membership_inactive",
    "no_role",
    "role_denied",
    "org_type_denied",
    "package_unassigned",
    "package_inactive",
    "entitlement_missing",
    "organization_selection_required",
    "rate_limited",
  ],
};

const me: Operation = {
  tag: "Sessions",
  method: "GET",
  path: `${path}/me`,
  id: "readIdentity",
  caller: "tenant_or_machine",
  scope: "identity:read",
  summary: "Read who is signed in, with every membership",
  headers: [...endUser, { ...activity, required: true }],
  answers: {
    ok: { description: "The identity.", ...content(IdentityResource, example.identity) },
  },
  answerHeaders: fresh,
  refusals: [...ended, ...idle],
};

const reverify: Operation = {
  ...scoped,
  path: `${path}/session/reverify`,
  id: "reverifySession",
  summary: "Step up: prove again who is signed in",
  description:
    "`email_otp` without a code sends one. A wrong proof is a plain 401 without a code; do not retry it by itself.",
  scope: "sessions:reverify",
  headers: [
    ...endUser,
    { name: "x-login-challenge", description: "The challenge's token, with the code." },
  ],
  body: content(ReverifyBody, {
    session_id: example.sessionId,
    method: "password",
    password: "kelp, mirage and 4 chairs",
  }),
  answers: {
    ok: { description: "Proved.", ...content(ReverifiedResource, example.reverified) },
    accepted: {
      description: "A code is on its way.",
      ...content(StepUpChallengeResource, example.stepUpChallenge),
    },
  },
  refusals: [...ended, "proof_rejected", "rate_limited"],
};

const changePassword: Operation = {
  ...scoped,
  path: `${path}/password/change`,
  id: "changePassword",
  summary: "Change a signed-in user's password",
  description:
    "A wrong current password is a plain 401 without a code. A new one that is refused is a 422 whose detail says why.",
  scope: "users:password_change",
  headers: endUser,
  body: content(PasswordChangeBody, {
    session_id: example.sessionId,
    current_password: "kelp, mirage and 4 chairs",
    new_password: "seven quiet harbours",
    revoke_other_sessions: true,
  }),
  answers: {
    ok: {
      description: "Changed.",
      ...content(PasswordChangedResource, { changed_at: "2026-11-21T09:00:00.000Z", revoked: 2 }),
    },
  },
  refusals: [...ended, "proof_rejected", "rate_limited", "unprocessable"],
};

export const sessionPaths: Operation[] = [
  exchange,
  token,
  me,
  {
    ...scoped,
    path: `${path}/session/validate`,
    id: "validateSession",
    summary: "Check whether a direct session is still valid",
    scope: "sessions:validate",
    body: content(SessionBody, { session_id: example.sessionId }),
    answers: {
      ok: {
        description: "Whether it is, and if not, the terminal reason.",
        ...content(SessionValidityResource, example.validity),
      },
    },
  },
  {
    ...scoped,
    path: `${path}/session/invalidate`,
    id: "invalidateSession",
    summary: "Force-end a direct session",
    description: "0 for one that is unknown or has ended already.",
    scope: "sessions:invalidate",
    body: content(SessionBody, { session_id: example.sessionId }),
    answers: {
      ok: { description: "How many ended.", ...content(RevokedResource, { revoked: 1 }) },
    },
  },
  reverify,
  changePassword,
];
