// A worker in a process of its own, which says when it has a logout in its hands and never lets go of it.
import { runWorker } from "@/lib/jobs/run-worker";
import { idleHandlers } from "@/tests/support/idle-handlers";

await runWorker(
  idleHandlers({
    "logout.deliver": async ({ deliveryId }) => {
      process.stdout.write(`holds ${deliveryId}\n`);
      await new Promise(() => {});
    },
  }),
);
