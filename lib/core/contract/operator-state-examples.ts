import { policyDefaultsResponse } from "@/lib/core/contract/operator-policy";
import { platformPolicy } from "@/lib/core/security-policy/security-policy";

const defaults = policyDefaultsResponse(platformPolicy);

const delivery = {
  id: "01938f2d-0b1c-7c3d-9e4f-5a6b7c8d9e0f",
  tenant: { id: "atr_Zk1X0c2yQe6bq3dUjv7mTA", name: "Acme" },
  environment: "production",
  client: { id: "aoc_6Qm2r8s0t4u1v7w3x9y5zA", name: "Portal" },
  backchannel_logout_uri: "https://portal.acme.example/backchannel-logout",
  status: "retrying" as const,
  attempts: 3,
  last_attempt_at: "2026-11-21T10:01:10.000Z",
  last_status_code: 502,
  last_error: null,
  next_attempt_at: "2026-11-21T10:06:10.000Z",
  finished_at: null,
  created_at: "2026-11-21T10:00:00.000Z",
};

/** Examples of the API description: the state of the installation. */
export const operatorStateExamples = {
  defaults,
  changes: { idle_timeout_minutes: 60 },
  changedDefaults: { ...defaults, idle_timeout_minutes: 60 },
  limits: {
    limits: [
      {
        name: "login_failures",
        value: 5,
        default: 5,
        variable: "ATRIUM_LIMIT_LOGIN_FAILURES",
        description: "failed logins of one account before it locks",
      },
    ],
  },
  delivery,
  deliveries: { deliveries: [delivery] },
  status: {
    version: "0.2.0",
    issuer: "https://id.example.com",
    schema: { current: true, migrated_by: "0.2.0", oldest_release: "0.1.0" },
    tenants: 42,
    worker: {
      last_job_at: "2026-11-21T10:00:00.000Z",
      waiting: 3,
      failed: 0,
      oldest_waiting_since: "2026-11-21T10:00:00.000Z",
    },
  },
  queues: {
    queues: [
      {
        name: "mail.deliver",
        waiting: 3,
        scheduled: 1,
        active: 2,
        failed: 0,
        oldest_waiting_since: "2026-11-21T10:00:00.000Z",
      },
    ],
  },
};
