import { config } from "@/lib/config/config";
import { inTransaction } from "@/lib/db/transaction";
import { countTenants } from "@/lib/platform/operators/operated-tenant-store";
import { type QueueState, readLastJob } from "@/lib/platform/operators/queue-store";
import { readQueues } from "@/lib/platform/operators/read-queues";
import { readPlatform } from "@/lib/platform/platform-store";
import { VERSION } from "@/lib/process/version";

/** What runs here, and how it is. */
export interface ServiceStatus {
  version: string;
  issuer: string;
  tenants: number;
  lastJobAt: Date | null;
  queues: QueueState[];
}

/** Says what an operator of several installations asks each of them. */
export async function readServiceStatus(): Promise<ServiceStatus> {
  const platform = await readPlatform();
  const [tenants, lastJobAt, queues] = await Promise.all([
    platform ? inTransaction(platform, countTenants) : 0,
    readLastJob(),
    readQueues(),
  ]);
  return { version: VERSION, issuer: config().baseUrl, tenants, lastJobAt, queues };
}
