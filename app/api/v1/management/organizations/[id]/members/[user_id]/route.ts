import { content } from "@/lib/core/contract/content";
import { MemberBody, MemberResource, memberResponse } from "@/lib/core/contract/membership";
import { organizationExamples } from "@/lib/core/contract/organization-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { findMember } from "@/lib/core/memberships/membership-store";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setMember } from "@/lib/core/organizations/set-member";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readMember",
    tag: "Organizations",
    summary: "Read a member of an organization",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id", "user_id"),
    answers: { ok: answer(MemberResource, organizationExamples.member, "The member.") },
    handle: async ({ caller, params: { id, userId }, ok }) => {
      const member = await inBatch(caller, (db) => findMember(db, id, userId));
      if (!member) throw missing();
      return ok(memberResponse(member));
    },
  }),
  PUT: endpoint({
    id: "setMember",
    tag: "Organizations",
    summary: "Make a user a member, or change the member's role and status",
    description: "The same call again changes nothing.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id", "user_id"),
    body: content(MemberBody, organizationExamples.place),
    answers: {
      ok: answer(MemberResource, organizationExamples.member, "The member."),
      created: answer(MemberResource, organizationExamples.member, "The new member."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, params: { id, userId }, body, ok, created }) => {
      const { added, member } = await setMember(caller, id, userId, body);
      return (added ? created : ok)(memberResponse(member));
    },
  }),
  DELETE: endpoint({
    id: "removeMember",
    tag: "Organizations",
    summary: "Remove a user from an organization",
    description: "Tokens for the organization stop. The user's sessions go on.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id", "user_id"),
    answers: { empty: nothing("The user is no member any more.") },
    handle: async ({ caller, params, empty }) => {
      await removeMember(caller, params.id, params.userId);
      return empty();
    },
  }),
});
