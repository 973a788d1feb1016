import {
  AccountPolicyResource,
  AccountSessionList,
  AccountSessionsQuery,
  CurrentSessionBody,
  RevokedOthersResource,
  TrustedDeviceList,
} from "@/lib/contract/account-security";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";
import { RevokedResource } from "@/lib/contract/session";

const path = "/api/v1/auth/users/{user_id}/apps/{app_id}/account-security";
const plane = { tag: "Account security", caller: "machine" } as const;
const reads = { ...plane, method: "GET", scope: "account-security:read" } as const;
const revokes = { ...plane, method: "POST", scope: "account-security:manage" } as const;
const handle = "7b0f6a52-4c1d-4c8e-9d3a-2f5e6b7a8c90";
const session = {
  id: handle,
  kind: "direct" as const,
  client_name: null,
  created_at: "2026-11-21T09:00:00.000Z",
  last_active_at: "2026-11-21T09:20:00.000Z",
  expires_at: "2026-11-21T21:00:00.000Z",
  ip_address: "203.0.113.7",
  user_agent: "Mozilla/5.0",
  device_name: null,
  platform: "macOS",
  amr: ["pwd"],
  current: true,
};
const device = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b31",
  name: "Firefox on macOS",
  platform: "macOS",
  ip_address: "203.0.113.7",
  created_at: "2026-11-01T09:00:00.000Z",
  last_used_at: "2026-11-21T09:00:00.000Z",
  expires_at: "2026-12-21T09:00:00.000Z",
};
const policy = {
  idle_timeout_minutes: 30,
  absolute_timeout_minutes: 720,
  login_otp: "untrusted_device" as const,
  trusted_device_days: 30,
  trusted_device_email: true,
  password_min_length: 8,
  step_up_max_age_seconds: 300,
};
const one = {
  description: "0 when it had ended before.",
  ...content(RevokedResource, { revoked: 1 }),
};

export const accountSecurityPaths: Operation[] = [
  {
    ...reads,
    path: `${path}/sessions`,
    id: "listAccountSessions",
    summary: "List a user's open sessions in an app",
    query: AccountSessionsQuery,
    answers: {
      ok: { description: "The full set.", ...content(AccountSessionList, { sessions: [session] }) },
    },
  },
  {
    ...revokes,
    path: `${path}/sessions/{id}/revoke`,
    id: "revokeAccountSession",
    summary: "End one session",
    body: { ...content(NothingBody, {}), optional: true },
    answers: { ok: one },
  },
  {
    ...revokes,
    path: `${path}/sessions/revoke-others`,
    id: "revokeOtherSessions",
    summary: "End every session but the current one",
    description: "404 when current_session_id is not a live handle of this user in this app.",
    body: content(CurrentSessionBody, { current_session_id: handle }),
    answers: {
      ok: { description: "How many ended.", ...content(RevokedResource, { revoked: 2 }) },
    },
  },
  {
    ...reads,
    path: `${path}/trusted-devices`,
    id: "listTrustedDevices",
    summary: "List a user's trusted devices",
    answers: {
      ok: {
        description: "The full set.",
        ...content(TrustedDeviceList, { trusted_devices: [device] }),
      },
    },
  },
  {
    ...revokes,
    path: `${path}/trusted-devices/{id}/revoke`,
    id: "revokeTrustedDevice",
    summary: "Forget one trusted device",
    body: { ...content(NothingBody, {}), optional: true },
    answers: { ok: one },
  },
  {
    ...revokes,
    path: `${path}/revoke-others-and-devices`,
    id: "revokeOthersAndDevices",
    summary: "End every other session and forget every trusted device",
    body: content(CurrentSessionBody, { current_session_id: handle }),
    answers: {
      ok: {
        description: "How many ended.",
        ...content(RevokedOthersResource, { revoked: 3, sessions_revoked: 2, devices_revoked: 1 }),
      },
    },
  },
  {
    ...reads,
    path: `${path}/policy`,
    id: "readAccountPolicy",
    summary: "Read the security policy in force",
    answers: { ok: { description: "The policy.", ...content(AccountPolicyResource, policy) } },
  },
];
