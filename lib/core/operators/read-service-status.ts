import { countTenants } from "@/lib/core/operators/operated-tenant-store";
import { type QueueState, readLastJob } from "@/lib/core/operators/queue-store";
import { readQueues } from "@/lib/core/operators/read-queues";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { VERSION } from "@/lib/kernel/process/version";

/** Version and health of this installation. */
export interface ServiceStatus {
  version: string;
  issuer: string;
  tenants: number;
  lastJobAt: Date | null;
  queues: QueueState[];
}

/** Returns the facts that an operator of several installations monitors. */
export async function readServiceStatus(): Promise<ServiceStatus> {
  const platform = await readPlatform();
  const [tenants, lastJobAt, queues] = await Promise.all([
    platform ? inTransaction(platform, countTenants) : 0,
    readLastJob(),
    readQueues(),
  ]);
  return { version: VERSION, issuer: config().baseUrl, tenants, lastJobAt, queues };
}
