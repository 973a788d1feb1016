import { MemberBody, MemberList, MemberResource } from "@/lib/contract/membership";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";
import {
  NewOrganizationBody,
  OrganizationChangesBody,
  OrganizationList,
  OrganizationResource,
} from "@/lib/contract/organization";

const at = "2026-11-21T09:00:00.000Z";
const example = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  name: "Initech",
  slug: "initech",
  external_id: "crm-1044",
  status: "active" as const,
  environment: "production",
  organization_type: "customer",
  package_id: null,
  created_at: at,
  updated_at: at,
};
const member = {
  user_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b50",
  email: "mara@example.com",
  display_name: "Mara Lind",
  role_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30",
  status: "active" as const,
  created_at: at,
  updated_at: at,
};
const path = "/api/v1/management/organizations";
const plane = { tag: "Organizations", caller: "machine" } as const;
const reads = { ...plane, method: "GET", scope: "workspaces:read" } as const;
const writes = { ...plane, scope: "workspaces:write" } as const;
const one = { description: "The organization.", ...content(OrganizationResource, example) };
const disabled = {
  description: "The organization.",
  ...content(OrganizationResource, { ...example, status: "disabled" }),
};
const nothing = { ...content(NothingBody, {}), optional: true };

export const organizationPaths: Operation[] = [
  {
    ...reads,
    path,
    id: "listOrganizations",
    summary: "List every organization of the environment",
    answers: {
      ok: {
        description: "The full set.",
        ...content(OrganizationList, { organizations: [example] }),
      },
    },
  },
  {
    ...writes,
    method: "POST",
    path,
    id: "createOrganization",
    summary: "Create an organization with its workspace",
    body: content(NewOrganizationBody, { name: "Initech", organization_type: "customer" }),
    answers: { created: one },
    refusals: ["organization_type_not_resolved", "conflict", "unprocessable"],
  },
  {
    ...reads,
    path: `${path}/{id}`,
    id: "readOrganization",
    summary: "Read an organization",
    answers: { ok: one },
  },
  {
    ...writes,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changeOrganization",
    summary: "Change an organization",
    body: content(OrganizationChangesBody, { name: "Initech AG", external_id: null }),
    answers: { ok: one },
    refusals: ["conflict"],
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/disable`,
    id: "disableOrganization",
    summary: "Disable an organization in the environment",
    description: "No token is minted or refreshed for it (`organization_inactive`). Idempotent.",
    body: nothing,
    answers: { ok: disabled },
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/enable`,
    id: "enableOrganization",
    summary: "Enable an organization again",
    description: "Its memberships are as they were. Idempotent.",
    body: nothing,
    answers: { ok: one },
  },
  {
    ...reads,
    path: `${path}/{id}/members`,
    id: "listMembers",
    summary: "List every member of an organization",
    answers: {
      ok: { description: "The full set.", ...content(MemberList, { members: [member] }) },
    },
  },
  {
    ...writes,
    method: "PUT",
    path: `${path}/{id}/members/{user_id}`,
    id: "setMember",
    summary: "Make a user a member, or change the member's role and status",
    body: content(MemberBody, { role_id: member.role_id, status: "active" }),
    answers: {
      ok: { description: "The member.", ...content(MemberResource, member) },
      created: { description: "The new member.", ...content(MemberResource, member) },
    },
    refusals: ["unprocessable"],
  },
  {
    ...writes,
    method: "DELETE",
    path: `${path}/{id}/members/{user_id}`,
    id: "removeMember",
    summary: "Take a user out of an organization",
    answers: { empty: { description: "The user is no member any more." } },
  },
];
