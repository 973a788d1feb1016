import { accountPolicyResponse } from "@/lib/core/contract/security-policy";
import { platformPolicy } from "@/lib/core/security-policy/security-policy";

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

/** Examples of the API description: one user's settings in an app. */
export const accountSecurityExamples = {
  currentSession: { current_session_id: handle },
  session,
  sessions: { sessions: [session] },
  device,
  devices: { trusted_devices: [device] },
  revokedOthers: { revoked: 3, sessions_revoked: 2, devices_revoked: 1 },
  policy: accountPolicyResponse(platformPolicy),
};
