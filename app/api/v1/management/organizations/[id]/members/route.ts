import { MemberList } from "@/lib/contract/membership";
import { organizationExamples } from "@/lib/contract/organization-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { streamedList } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { memberListing } from "@/lib/organizations/organization-listing-store";
import { findOrganization } from "@/lib/organizations/organization-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listMembers",
    tag: "Organizations",
    summary: "List every member of an organization",
    description: "With inactive memberships.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: streamedList(MemberList, organizationExamples.members, "The full set.") },
    handle: async ({ caller, params: { id }, request, ok }) => {
      if (!(await inTransaction(caller, (db) => findOrganization(db, id)))) throw missing();
      return ok({ scope: caller, rows: memberListing(caller, id), request });
    },
  }),
});
