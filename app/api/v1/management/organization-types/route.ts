import { content } from "@/lib/contract/content";
import {
  NewOrganizationTypeBody,
  OrganizationTypeList,
  OrganizationTypeResource,
  organizationTypeList,
  organizationTypeResponse,
} from "@/lib/contract/organization-type";
import { organizationTypeExamples } from "@/lib/contract/organization-type-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { createOrganizationType } from "@/lib/organization-types/create-organization-type";
import { listOrganizationTypes } from "@/lib/organization-types/organization-type-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listOrganizationTypes",
    tag: "Workspaces",
    summary: "List every organization type",
    caller: "machine",
    scope: "workspaces:read",
    answers: { ok: answer(OrganizationTypeList, organizationTypeExamples.list, "The full set.") },
    handle: async ({ caller, ok }) =>
      ok(organizationTypeList(await inBatch(caller, listOrganizationTypes))),
  }),
  POST: endpoint({
    id: "createOrganizationType",
    tag: "Workspaces",
    summary: "Create an organization type",
    caller: "machine",
    scope: "workspaces:write",
    body: content(NewOrganizationTypeBody, organizationTypeExamples.wanted),
    answers: {
      created: answer(OrganizationTypeResource, organizationTypeExamples.type, "The type."),
    },
    refusals: ["conflict"],
    handle: async ({ caller, body, created }) =>
      created(organizationTypeResponse(await createOrganizationType(caller, body))),
  }),
});
