import { content } from "@/lib/core/contract/content";
import {
  NewOrganizationBody,
  OrganizationList,
  OrganizationResource,
  organizationResponse,
} from "@/lib/core/contract/organization";
import { organizationExamples } from "@/lib/core/contract/organization-examples";
import { answer, streamedList } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { createOrganization } from "@/lib/core/organizations/create-organization";
import { organizationListing } from "@/lib/core/organizations/organization-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listOrganizations",
    tag: "Organizations",
    summary: "List every organization of the environment",
    description: "The tenant's organizations that have a workspace here.",
    caller: "machine",
    scope: "workspaces:read",
    answers: { ok: streamedList(OrganizationList, organizationExamples.list, "The full set.") },
    handle: ({ caller, request, ok }) =>
      ok({ scope: caller, rows: organizationListing(caller), request }),
  }),
  POST: endpoint({
    id: "createOrganization",
    tag: "Organizations",
    summary: "Create an organization with its workspace",
    description: "In the credential's environment. A slug or external id that is taken is a 409.",
    caller: "machine",
    scope: "workspaces:write",
    body: content(NewOrganizationBody, organizationExamples.input),
    answers: {
      created: answer(OrganizationResource, organizationExamples.organization, "The organization."),
    },
    refusals: ["organization_type_not_resolved", "conflict", "unprocessable"],
    handle: async ({ caller, body, created }) =>
      created(organizationResponse(await createOrganization(caller, body))),
  }),
});
