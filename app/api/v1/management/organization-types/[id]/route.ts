import { content } from "@/lib/core/contract/content";
import {
  OrganizationTypeChangesBody,
  OrganizationTypeResource,
  organizationTypeResponse,
} from "@/lib/core/contract/organization-type";
import { organizationTypeExamples } from "@/lib/core/contract/organization-type-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeOrganizationType } from "@/lib/core/organization-types/change-organization-type";
import { deleteOrganizationType } from "@/lib/core/organization-types/delete-organization-type";
import { findOrganizationTypeById } from "@/lib/core/organization-types/organization-type-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readOrganizationType",
    tag: "Workspaces",
    summary: "Read an organization type",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: answer(OrganizationTypeResource, organizationTypeExamples.type, "The type.") },
    handle: async ({ caller, params, ok }) => {
      const type = await inBatch(caller, (db) => findOrganizationTypeById(db, params.id));
      if (!type) throw missing();
      return ok(organizationTypeResponse(type));
    },
  }),
  PATCH: endpoint({
    id: "changeOrganizationType",
    tag: "Workspaces",
    summary: "Rename an organization type",
    description: "The key never changes, because apps allow types by key.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: content(OrganizationTypeChangesBody, { name: "Enterprise" }),
    answers: { ok: answer(OrganizationTypeResource, organizationTypeExamples.type, "The type.") },
    handle: async ({ caller, params, body, ok }) =>
      ok(organizationTypeResponse(await changeOrganizationType(caller, params.id, body))),
  }),
  DELETE: endpoint({
    id: "deleteOrganizationType",
    tag: "Workspaces",
    summary: "Delete an organization type",
    description:
      "The service refuses the request with 409 while an organization is of the type or an app allows the type.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    answers: { empty: nothing("The type is gone.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, empty }) => {
      await deleteOrganizationType(caller, params.id);
      return empty();
    },
  }),
});
