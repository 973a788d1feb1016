// A worker in a process of its own, which never finishes a job: it prints when it has started a logout job,
// and when it has completed a forgotten password's job in a transaction.
import { inTransaction } from "@/lib/kernel/db/transaction";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { idleHandlers } from "@/tests/support/idle-handlers";

await runWorker(
  idleHandlers({
    "logout.deliver": async ({ deliveryId }) => {
      process.stdout.write(`holds ${deliveryId}\n`);
      await new Promise(() => {});
    },
    "password.forgot": async ({ tenantId = "", environmentId = "", request }, complete) => {
      await inTransaction({ tenantId, environmentId }, complete);
      process.stdout.write(`${request}\n`);
      await new Promise(() => {});
    },
  }),
);
