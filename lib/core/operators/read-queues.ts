import { type QueueState, readQueueStates } from "@/lib/core/operators/queue-store";
import { now } from "@/lib/kernel/clock";
import { queues } from "@/lib/kernel/jobs/queues";

/** Returns the job counts of each queue of the workers, the age of the oldest waiting job, and the
 *  failures. */
export function readQueues(): Promise<QueueState[]> {
  return readQueueStates(Object.keys(queues), now());
}
