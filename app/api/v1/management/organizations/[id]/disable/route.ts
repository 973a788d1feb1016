import { noBody } from "@/lib/core/contract/content";
import { OrganizationResource, organizationResponse } from "@/lib/core/contract/organization";
import { organizationExamples } from "@/lib/core/contract/organization-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "disableOrganization",
    tag: "Organizations",
    summary: "Disable an organization in the environment",
    description:
      "No token is issued or refreshed for the organization (`organization_inactive`). Idempotent.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: noBody,
    answers: {
      ok: answer(OrganizationResource, organizationExamples.disabled, "The organization."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(organizationResponse(await setOrganizationStatus(caller, params.id, "disabled"))),
  }),
});
