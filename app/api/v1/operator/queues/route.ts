import { QueueList, queueListResponse } from "@/lib/contract/operator-state";
import { operatorStateExamples } from "@/lib/contract/operator-state-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readQueues } from "@/lib/platform/operators/read-queues";

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
