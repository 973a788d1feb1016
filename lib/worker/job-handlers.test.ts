import { expect, test } from "vitest";
import { queues } from "@/lib/kernel/jobs/queues";
import { jobHandlers } from "@/lib/worker/job-handlers";

test("every queue has a handler, the core's or a feature's", () => {
  expect(Object.keys(jobHandlers()).sort()).toEqual(Object.keys(queues).sort());
});
