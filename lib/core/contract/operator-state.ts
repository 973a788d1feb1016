import { z } from "zod";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import type { FailingDelivery } from "@/lib/core/operators/delivery-store";
import type { QueueState } from "@/lib/core/operators/queue-store";
import type { LimitInForce } from "@/lib/core/operators/read-limits";
import type { ServiceStatus } from "@/lib/core/operators/read-service-status";
import { snakeName } from "@/lib/kernel/names";

export const LimitList = z
  .object({
    limits: z.array(
      z.object({
        name: z.string(),
        value: z.int().meta({ description: "In force in the process that answers." }),
        default: z.int(),
        variable: z.string().meta({ description: "The environment variable that sets it." }),
        description: z.string(),
      }),
    ),
  })
  .meta({ id: "LimitList" });

export const DeliveryResource = z
  .object({
    id,
    tenant: z.object({ id: z.string(), name: z.string() }),
    environment: z.string(),
    client: z.object({ id: z.string(), name: z.string() }),
    backchannel_logout_uri: z.string().nullable(),
    status: z
      .enum(["retrying", "given_up"])
      .meta({ description: "Tried again at `next_attempt_at`, or given up at `finished_at`." }),
    attempts: z.int(),
    last_attempt_at: timestamp.nullable(),
    last_status_code: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "FailingDelivery", description: "A back-channel logout that has not arrived." });

export const DeliveriesQuery = z.strictObject({
  status: z
    .enum(["failing"])
    .optional()
    .meta({ description: "`failing`, also when the parameter is absent." }),
});

export const DeliveryList = z
  .object({ deliveries: z.array(DeliveryResource) })
  .meta({ id: "FailingDeliveryList" });

export const QueueList = z
  .object({
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int().meta({ description: "Jobs that may run now and wait for a worker." }),
        scheduled: z.int().meta({ description: "Jobs that may not run yet." }),
        active: z.int(),
        failed: z.int().meta({ description: "Given up, and still kept." }),
        oldest_waiting_since: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: "QueueList" });

export const ServiceStatusResource = z
  .object({
    version: z.string(),
    issuer: z.string().meta({ description: "The origin under which users see the service." }),
    schema: z.object({
      current: z.boolean().meta({ description: "Whether the database has every migration." }),
      migrated_by: z.string().nullable(),
      oldest_release: z
        .string()
        .nullable()
        .meta({ description: "The oldest release that the schema serves." }),
    }),
    tenants: z.int(),
    worker: z.object({
      last_job_at: timestamp.nullable().meta({
        description: "When a worker last did the job that runs each minute.",
      }),
      waiting: z.int(),
      failed: z.int(),
      oldest_waiting_since: timestamp.nullable(),
    }),
  })
  .meta({ id: "ServiceStatus", description: "What runs here, and how it is." });

/** State of the service in wire format. */
export function serviceStatusResponse(
  { version, issuer, tenants, lastJobAt, queues }: ServiceStatus,
  schema: { isCurrent: boolean; migratedBy?: string | null; oldestRelease?: string | null },
): z.infer<typeof ServiceStatusResource> {
  const since = queues.flatMap(({ oldestWaitingSince }) => oldestWaitingSince ?? []);
  const oldest = since.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const sum = (of: "waiting" | "failed") => queues.reduce((total, queue) => total + queue[of], 0);
  return {
    version,
    issuer,
    schema: {
      current: schema.isCurrent,
      migrated_by: schema.migratedBy ?? null,
      oldest_release: schema.oldestRelease ?? null,
    },
    tenants,
    worker: {
      last_job_at: wireTimeOrNull(lastJobAt),
      waiting: sum("waiting"),
      failed: sum("failed"),
      oldest_waiting_since: wireTimeOrNull(oldest),
    },
  };
}

/** The limits in wire format. */
export function limitListResponse(limits: readonly LimitInForce[]): z.infer<typeof LimitList> {
  return { limits: limits.map((limit) => ({ ...limit, name: snakeName(limit.name) })) };
}

/** The deliveries in wire format. */
export function deliveryListResponse(
  deliveries: readonly FailingDelivery[],
): z.infer<typeof DeliveryList> {
  return { deliveries: deliveries.map(deliveryResponse) };
}

/** A delivery in wire format. */
export function deliveryResponse(delivery: FailingDelivery): z.infer<typeof DeliveryResource> {
  return {
    id: delivery.id,
    tenant: { id: delivery.tenantPublicId, name: delivery.tenantName },
    environment: delivery.environmentKey,
    client: { id: delivery.clientId, name: delivery.clientName },
    backchannel_logout_uri: delivery.backchannelLogoutUri,
    status: delivery.status === "pending" ? "retrying" : "given_up",
    attempts: delivery.attempts,
    last_attempt_at: wireTimeOrNull(delivery.lastAttemptAt),
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    next_attempt_at: wireTimeOrNull(delivery.nextAttemptAt),
    finished_at: wireTimeOrNull(delivery.finishedAt),
    created_at: wireTime(delivery.createdAt),
  };
}

/** The queues in wire format. */
export function queueListResponse(queues: readonly QueueState[]): z.infer<typeof QueueList> {
  return {
    queues: queues.map(({ oldestWaitingSince, ...counts }) => ({
      ...counts,
      oldest_waiting_since: wireTimeOrNull(oldestWaitingSince),
    })),
  };
}
