import { MemberList } from "@/lib/core/contract/membership";
import { organizationExamples } from "@/lib/core/contract/organization-examples";
import { streamedList } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { memberListing } from "@/lib/core/organizations/organization-listing-store";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

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
