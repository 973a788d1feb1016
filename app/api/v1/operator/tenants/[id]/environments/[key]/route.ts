import { EnvironmentResource, environmentResponse } from "@/lib/contract/environment";
import { environmentExamples } from "@/lib/contract/environment-examples";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";
import { findEnvironment } from "@/lib/tenants/environment-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEnvironment",
    tag: "Operator",
    summary: "Read an environment of a tenant",
    description: "One environment, as the list shows it.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers: {
      ok: answer(EnvironmentResource, environmentExamples.environment, "The environment."),
    },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const environment = await inBatch(place, (db) => findEnvironment(db, params.key));
      if (!environment) throw missing();
      return ok(environmentResponse(environment));
    },
  }),
});
