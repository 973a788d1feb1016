import { QueueList, queueListResponse } from "@/lib/core/contract/operator-state";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { readQueues } from "@/lib/core/operators/read-queues";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listQueues",
    tag: "Operator",
    summary: "Count the jobs that wait for the workers",
    description: "Waiting, scheduled, running and failed jobs of each queue.",
    caller: "operator",
    answers: { ok: answer(QueueList, operatorStateExamples.queues, "Every queue.") },
    handle: async ({ ok }) => ok(queueListResponse(await readQueues())),
  }),
});
