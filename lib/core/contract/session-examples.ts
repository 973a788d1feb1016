const sessionId = "01938f2c-8d10-7c55-b2a1-3e4f5a6b7c80";
const appId = "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21";
const organizationId = "01938f2c-7812-7a3d-9e60-c4b5a6978812";
const user = {
  id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
  email: "grace@example.com",
  display_name: "Grace Hopper",
};
const expiries = {
  idle_expires_at: "2026-11-21T09:30:00.000Z",
  absolute_expires_at: "2026-11-21T21:00:00.000Z",
};
const activityToken = "eyJhbGciOiJFZERTQSJ9.eyJzaWQiOiIwMTkzOGYyYyJ9.c2ln";

/** Examples of the API description: one person's sessions, from sign-in to step-up. */
export const sessionExamples = {
  session: { session_id: sessionId },
  tokenInput: { session_id: sessionId, app_id: appId },
  proof: {
    session_id: sessionId,
    method: "password" as const,
    password: "kelp, mirage and 4 chairs",
  },
  passwordChange: {
    session_id: sessionId,
    current_password: "kelp, mirage and 4 chairs",
    new_password: "seven quiet harbours",
    revoke_other_sessions: true,
    revoke_trusted_devices: true,
  },
  passwordChanged: { changed_at: "2026-11-21T09:00:00.000Z", revoked: 2, devices_revoked: 1 },
  exchange: {
    user,
    session_id: sessionId,
    account_session_id: "7b0f6a52-4c1d-4c8e-9d3a-2f5e6b7a8c90",
    session_policy: {
      idle_timeout_minutes: 30,
      absolute_timeout_minutes: 720,
      ...expiries,
      warn_before_seconds: 120,
      step_up_max_age_seconds: 300,
      trusted_device_days: 30,
    },
    session_activity_token: activityToken,
    kind: null,
  },
  token: {
    access_token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.eyJhdWQiOiIwMTkzOGYyYyJ9.c2ln",
    token_type: "Bearer" as const,
    expires_in: 300,
    scope: "reports:read",
    organization_id: organizationId,
  },
  identity: {
    user: { ...user, email_verified: true },
    session: {
      id: sessionId,
      auth_time: "2026-11-21T09:00:00.000Z",
      amr: ["pwd", "otp", "mfa"],
      ...expiries,
    },
    memberships: [
      {
        organization: {
          id: organizationId,
          name: "Initech",
          slug: "initech",
          status: "active" as const,
          organization_type: "enterprise",
          environment: "production",
        },
        role: { id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30", key: "analyst", name: "Analyst" },
        status: "active" as const,
        package: {
          id: "01938f2c-7431-7b6a-b0a4-2f1e8d9c6a53",
          key: "pro",
          status: "active" as const,
        },
        app_ids: [appId],
      },
    ],
    session_activity_token: activityToken,
  },
  reverified: {
    reverified_at: "2026-11-21T09:10:00.000Z",
    expires_at: "2026-11-21T09:15:00.000Z",
    amr: ["pwd"],
  },
  stepUpChallenge: {
    challenge: {
      type: "email_otp" as const,
      token: "alc_3q2-7w0",
      masked_email: "g••••@example.com",
      code_length: 6,
      expires_at: "2026-11-21T09:20:00.000Z",
      resend_after_seconds: 30,
    },
  },
  validity: {
    valid: false,
    reason: "revoked" as const,
    user_id: user.id,
    expires_at: null,
  },
};
