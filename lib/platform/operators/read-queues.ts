import { now } from "@/lib/clock";
import { queues } from "@/lib/jobs/queues";
import { type QueueState, readQueueStates } from "@/lib/platform/operators/queue-store";

/** How much each queue of the workers holds, how old the oldest waiting job is, and what failed. */
export function readQueues(): Promise<QueueState[]> {
  return readQueueStates(Object.keys(queues), now());
}
