import { content } from "@/lib/core/contract/content";
import {
  NewOrganizationTypeBody,
  OrganizationTypeList,
  OrganizationTypeResource,
  organizationTypeList,
  organizationTypeResponse,
} from "@/lib/core/contract/organization-type";
import { organizationTypeExamples } from "@/lib/core/contract/organization-type-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { inBatch } from "@/lib/kernel/db/batch";

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
