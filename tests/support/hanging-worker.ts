// A worker in a process of its own, which says when it has a logout in its hands and never lets go of it.
import { queues } from "@/lib/jobs/queues";
import { type JobHandlers, runWorker } from "@/lib/jobs/run-worker";

const names = Object.keys(queues) as (keyof JobHandlers)[];
const handlers = Object.fromEntries(
  names.map((name) => [name, async () => {}]),
) as unknown as JobHandlers;

await runWorker({
  ...handlers,
  "logout.deliver": async ({ deliveryId }) => {
    process.stdout.write(`holds ${deliveryId}\n`);
    await new Promise(() => {});
  },
});
