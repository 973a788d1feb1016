import { content, type Operation } from "@/lib/contract/operation";
import { PolicyDefaultsBody, PolicyDefaultsResource } from "@/lib/contract/operator-policy";
import { DeliveriesQuery, DeliveryList, LimitList, QueueList } from "@/lib/contract/operator-state";

const path = "/api/v1/operator";
const plane = { tag: "Operator", caller: "operator" } as const;

const defaults = {
  idle_timeout_minutes: 30,
  absolute_timeout_minutes: 720,
  login_otp: "untrusted_device" as const,
  trusted_device_days: 30,
  trusted_device_email: true,
  lockout_threshold: null,
  lockout_window_minutes: null,
  lockout_duration_minutes: null,
  lockout: null,
  password_min_length: 8,
  step_up_max_age_seconds: 300,
};

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

export const operatorStatePaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path: `${path}/security-policy-defaults`,
    id: "readSecurityPolicyDefaults",
    summary: "Read what every tenant's security policy falls back to",
    answers: {
      ok: { description: "The defaults in force.", ...content(PolicyDefaultsResource, defaults) },
    },
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/security-policy-defaults`,
    id: "changeSecurityPolicyDefaults",
    summary: "Change what every tenant's security policy falls back to",
    description:
      "In force with the next request of every tenant that does not override the field. The bounds are those of a tenant's own policy.",
    body: content(PolicyDefaultsBody, { idle_timeout_minutes: 60 }),
    answers: {
      ok: {
        description: "The defaults in force.",
        ...content(PolicyDefaultsResource, { ...defaults, idle_timeout_minutes: 60 }),
      },
    },
    refusals: ["unprocessable"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/limits`,
    id: "listLimits",
    summary: "List the brakes and limits in force",
    description: "They are set by environment variables and change with a restart.",
    answers: {
      ok: {
        description: "All of them.",
        ...content(LimitList, {
          limits: [
            {
              name: "login_failures",
              value: 5,
              default: 5,
              variable: "ATRIUM_LIMIT_LOGIN_FAILURES",
              description: "failed logins of one account before it locks",
            },
          ],
        }),
      },
    },
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/deliveries`,
    id: "listFailingDeliveries",
    summary: "List back-channel logouts that do not arrive",
    description:
      "Over all tenants: those that are tried again, and those given up in the last seven days. The newest 500.",
    query: DeliveriesQuery,
    answers: {
      ok: { description: "Newest first.", ...content(DeliveryList, { deliveries: [delivery] }) },
    },
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/queues`,
    id: "listQueues",
    summary: "Tell how much the workers have before them",
    answers: {
      ok: {
        description: "Every queue.",
        ...content(QueueList, {
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
        }),
      },
    },
  },
];
