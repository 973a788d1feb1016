import { content } from "@/lib/core/contract/content";
import { InstallationCapacityResource } from "@/lib/core/contract/installation-capacity";
import { InstallationMaximumBody } from "@/lib/core/contract/operator";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { setInstallationMaximum } from "@/lib/core/operators/set-installation-maximum";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PUT: endpoint({
    id: "setInstallationMaximum",
    tag: "Operator",
    summary: "Set the most installations that a tenant may allow itself",
    description:
      "The service refuses a maximum below the tenant's own limit: the tenant lowers the limit first. The limit stays as it is.",
    caller: "operator",
    params: tenantId("id"),
    body: content(InstallationMaximumBody, { maximum: 500 }),
    answers: {
      ok: answer(
        InstallationCapacityResource,
        { limit: 100, maximum: 500, active: 12 },
        "The tenant's capacity.",
      ),
    },
    refusals: ["installation_maximum_below_limit"],
    handle: async ({ caller, params, body, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(await setInstallationMaximum(by, params.id, body.maximum));
    },
  }),
});
