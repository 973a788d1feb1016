import { content } from "@/lib/contract/content";
import {
  EnvironmentList,
  EnvironmentResource,
  environmentResponse,
  NewEnvironmentBody,
} from "@/lib/contract/environment";
import { environmentExamples } from "@/lib/contract/environment-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { tenantId } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerOfTenant } from "@/lib/platform/operators/caller-of-tenant";
import { createEnvironment } from "@/lib/tenants/create-environment";
import { listEnvironmentRows } from "@/lib/tenants/environment-store";

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
