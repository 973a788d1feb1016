import { noBody } from "@/lib/contract/content";
import { OrganizationResource, organizationResponse } from "@/lib/contract/organization";
import { organizationExamples } from "@/lib/contract/organization-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { setOrganizationStatus } from "@/lib/organizations/set-organization-status";

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
