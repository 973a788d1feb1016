import { type QueueState, readQueueStates } from "@/lib/core/operators/queue-store";
import { now } from "@/lib/kernel/clock";
import { queues } from "@/lib/kernel/jobs/queues";

/** How much each queue of the workers holds, how old the oldest waiting job is, and what failed. */
export function readQueues(): Promise<QueueState[]> {
  return readQueueStates(Object.keys(queues), now());
}
