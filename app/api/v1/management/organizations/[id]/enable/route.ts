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
    id: "enableOrganization",
    tag: "Organizations",
    summary: "Enable an organization again",
    description: "The memberships of the organization are as before. Idempotent.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: noBody,
    answers: {
      ok: answer(OrganizationResource, organizationExamples.organization, "The organization."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(organizationResponse(await setOrganizationStatus(caller, params.id, "active"))),
  }),
});
