import { content } from "@/lib/core/contract/content";
import {
  OrganizationChangesBody,
  OrganizationResource,
  organizationResponse,
} from "@/lib/core/contract/organization";
import { organizationExamples } from "@/lib/core/contract/organization-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeOrganization } from "@/lib/core/organizations/change-organization";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const theOrganization = answer(
  OrganizationResource,
  organizationExamples.organization,
  "The organization.",
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readOrganization",
    tag: "Organizations",
    summary: "Read an organization",
    description: "Status, type and package are those of this environment.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: theOrganization },
    handle: async ({ caller, params, ok }) => {
      const one = await inTransaction(caller, (db) => findOrganization(db, params.id));
      if (!one) throw missing();
      return ok(organizationResponse(one));
    },
  }),
  PATCH: endpoint({
    id: "changeOrganization",
    tag: "Organizations",
    summary: "Change an organization",
    description: "Name, slug and external id are the same in all environments.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: content(OrganizationChangesBody, organizationExamples.changes),
    answers: { ok: theOrganization },
    refusals: ["conflict"],
    handle: async ({ caller, params, body, ok }) =>
      ok(organizationResponse(await changeOrganization(caller, params.id, body))),
  }),
});
