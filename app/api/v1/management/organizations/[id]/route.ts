import { content } from "@/lib/contract/content";
import {
  OrganizationChangesBody,
  OrganizationResource,
  organizationResponse,
} from "@/lib/contract/organization";
import { organizationExamples } from "@/lib/contract/organization-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { changeOrganization } from "@/lib/organizations/change-organization";
import { findOrganization } from "@/lib/organizations/organization-store";

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
