import { readAdministrator } from "@/lib/core/administrators/read-administrators";
import { removeAdministrator } from "@/lib/core/administrators/remove-administrator";
import { AdministratorResource, administratorResponse } from "@/lib/core/contract/administrator";
import { administratorExamples } from "@/lib/core/contract/administrator-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inTenant } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerOfTenant } from "@/lib/core/operators/caller-of-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAdministrator",
    tag: "Operator",
    summary: "Read an administrator of a tenant",
    description: "One member, as the list shows them.",
    caller: "tenant_operator",
    params: inTenant("user_id"),
    answers: {
      ok: answer(AdministratorResource, administratorExamples.administrator, "The administrator."),
    },
    handle: async ({ caller, params, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      return ok(administratorResponse(await readAdministrator(tenant, params.userId)));
    },
  }),
  DELETE: endpoint({
    id: "removeAdministrator",
    tag: "Operator",
    summary: "End that somebody administers a tenant",
    description: "An open invitation is void. The tenant's last owner is refused with 409.",
    caller: "tenant_operator",
    params: inTenant("user_id"),
    answers: { empty: nothing("They administer the tenant no more.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, empty }) => {
      await removeAdministrator(await callerOfTenant(caller, params.id), params.userId);
      return empty();
    },
  }),
});
