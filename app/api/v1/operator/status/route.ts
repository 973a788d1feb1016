import { ServiceStatusResource, serviceStatusResponse } from "@/lib/core/contract/operator-state";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { readServiceStatus } from "@/lib/core/operators/read-service-status";
import { readSchemaState } from "@/lib/kernel/db/schema/migration-status";
import { askUnscoped } from "@/lib/kernel/db/unscoped";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readServiceStatus",
    tag: "Operator",
    summary: "Read which version runs, and how it is",
    description: "The command line asks each cell for it.",
    caller: "operator",
    answers: { ok: answer(ServiceStatusResource, operatorStateExamples.status, "How it is.") },
    handle: async ({ ok }) => {
      const [status, schema] = await Promise.all([
        readServiceStatus(),
        readSchemaState(askUnscoped),
      ]);
      const isCurrent = schema.pending.length === 0 && schema.refused === null;
      return ok(serviceStatusResponse(status, { isCurrent, ...schema.compatibility }));
    },
  }),
});
