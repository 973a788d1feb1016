import { content } from "@/lib/core/contract/content";
import {
  EnvironmentList,
  EnvironmentResource,
  environmentResponse,
  NewEnvironmentBody,
} from "@/lib/core/contract/environment";
import { environmentExamples } from "@/lib/core/contract/environment-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerOfTenant } from "@/lib/core/operators/caller-of-tenant";
import { createEnvironment } from "@/lib/core/tenants/create-environment";
import { listEnvironmentRows } from "@/lib/core/tenants/environment-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listEnvironments",
    tag: "Operator",
    summary: "List a tenant's environments",
    description: "All environments, the oldest first.",
    caller: "tenant_operator",
    params: tenantId("id"),
    answers: { ok: answer(EnvironmentList, environmentExamples.list, "The full set.") },
    handle: async ({ caller, params, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      const environments = await inBatch(tenant, listEnvironmentRows);
      return ok({ environments: environments.map(environmentResponse) });
    },
  }),
  POST: endpoint({
    id: "createEnvironment",
    tag: "Operator",
    summary: "Add an environment to a tenant",
    description: "The environment is empty. A tenant has at most 20 environments.",
    caller: "tenant_operator",
    params: tenantId("id"),
    body: content(NewEnvironmentBody, environmentExamples.wanted),
    answers: {
      created: answer(EnvironmentResource, environmentExamples.environment, "The environment."),
    },
    refusals: ["conflict"],
    handle: async ({ caller, params, body, created }) => {
      const tenant = await callerOfTenant(caller, params.id);
      return created(environmentResponse(await createEnvironment(tenant, body)));
    },
  }),
});
