import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";
import {
  CreatedUserResource,
  EmailVerificationBody,
  EmailVerificationResource,
  NewUserBody,
  SuspensionBody,
  UserChangesBody,
  UserList,
  UserResource,
} from "@/lib/contract/user";

const organization_id = "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40";
const role_id = "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30";
const example = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b50",
  email: "mara@example.com",
  display_name: "Mara Lind",
  status: "active" as const,
  email_verified: true,
  email_verified_method: "tenant_asserted" as const,
  email_verified_at: "2026-11-21T09:00:00.000Z",
  external_id: null,
  locale: null,
  memberships: [{ organization_id, role_id, status: "active" as const }],
  last_sign_in_at: null,
  suspended_at: null,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const created = {
  ...example,
  organization_id,
  role_id,
  set_password: {
    token: "alk_3q2-7w0",
    link: "https://id.example.com/set-password?token=alk_3q2-7w0",
  },
};
const suspended = {
  ...example,
  status: "suspended" as const,
  suspended_at: "2026-11-21T10:00:00.000Z",
};
const path = "/api/v1/management/users";
const plane = { tag: "Users", caller: "machine" } as const;
const writes = { ...plane, scope: "users:write" } as const;

export const userPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listUsers",
    summary: "List every user",
    description: "The full set from one snapshot, streamed: read it as it comes.",
    scope: "users:read",
    answers: { ok: { description: "The full set.", ...content(UserList, { users: [example] }) } },
    refusals: ["service_overloaded"],
  },
  {
    ...writes,
    method: "POST",
    path,
    id: "createUser",
    summary: "Create a user, or find the one the address has",
    body: content(NewUserBody, { email: "mara@example.com", organization_id, role_id }),
    answers: {
      created: { description: "The new user.", ...content(CreatedUserResource, created) },
      ok: {
        description: "The user was there before and was kept as it is.",
        ...content(CreatedUserResource, { ...created, set_password: null }),
      },
    },
    refusals: ["conflict", "unprocessable", "service_overloaded"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}`,
    id: "readUser",
    summary: "Read a user",
    scope: "users:read",
    answers: { ok: { description: "The user.", ...content(UserResource, example) } },
  },
  {
    ...writes,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changeUser",
    summary: "Change a user",
    description: "A changed email clears its evidence and tells the old address.",
    body: content(UserChangesBody, { display_name: "Mara Lindqvist", external_id: null }),
    answers: { ok: { description: "The user.", ...content(UserResource, example) } },
    refusals: ["conflict", "unprocessable"],
  },
  {
    ...writes,
    method: "DELETE",
    path: `${path}/{id}`,
    id: "deleteUser",
    summary: "Delete a user",
    description: "Ends every session, anonymises the record and frees the address.",
    answers: { empty: { description: "The user is gone." } },
  },
  {
    ...writes,
    method: "PATCH",
    path: `${path}/{id}/email-verification`,
    id: "changeEmailVerification",
    summary: "Vouch for a user's address, or take it back",
    description: "Proof that the service obtained itself can't be withdrawn.",
    body: content(EmailVerificationBody, { email_verified: true }),
    answers: {
      ok: {
        description: "The evidence as it stands.",
        ...content(EmailVerificationResource, {
          id: example.id,
          email_verified: true,
          email_verified_method: "tenant_asserted",
          email_verified_at: "2026-11-21T09:00:00.000Z",
        }),
      },
    },
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/suspend`,
    id: "suspendUser",
    summary: "Suspend a user",
    description: "Ends sessions, refresh tokens and trusted devices at once. Idempotent.",
    body: { ...content(SuspensionBody, { reason: "left the company" }), optional: true },
    answers: { ok: { description: "The user.", ...content(UserResource, suspended) } },
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/reactivate`,
    id: "reactivateUser",
    summary: "Let a suspended user sign in again",
    description: "What the suspension revoked stays revoked.",
    body: { ...content(NothingBody, {}), optional: true },
    answers: { ok: { description: "The user.", ...content(UserResource, example) } },
  },
];
