import { ServiceStatusResource, serviceStatusResponse } from "@/lib/contract/operator-state";
import { operatorStateExamples } from "@/lib/contract/operator-state-examples";
import { askUnscoped } from "@/lib/db/unscoped";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readServiceStatus } from "@/lib/platform/operators/read-service-status";
import { readSchemaState } from "@/scripts/db/migration-status";

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
