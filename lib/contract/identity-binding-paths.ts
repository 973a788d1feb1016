import {
  IdentityBindingList,
  IdentityBindingResource,
  NewIdentityBindingBody,
} from "@/lib/contract/identity-binding";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";

const wanted = {
  principal_id: "01938f2c-9b42-7d15-a2c4-6e7f80912233",
  user_id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
};
const example = {
  id: "01938f2c-9c77-7a09-b1d2-3e4f50617283",
  ...wanted,
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
  released_at: null,
};
const plane = { tag: "External identities", caller: "machine" } as const;
const path = "/api/v1/management/identity-bindings";

export const identityBindingPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listIdentityBindings",
    summary: "List every identity binding, released ones too",
    scope: "users:read",
    answers: {
      ok: {
        description: "The full set.",
        ...content(IdentityBindingList, { identity_bindings: [example] }),
      },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createIdentityBinding",
    summary: "Bind an external principal to a user",
    description:
      "A principal has one live claim. Of parallel claims one wins; the others are told `claimed_by`.",
    scope: "users:write",
    body: content(NewIdentityBindingBody, wanted),
    answers: {
      created: { description: "The binding.", ...content(IdentityBindingResource, example) },
    },
    refusals: [
      "external_principal_already_claimed",
      "identity_binding_principal_invalid",
      "identity_binding_user_invalid",
    ],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}`,
    id: "readIdentityBinding",
    summary: "Read an identity binding",
    scope: "users:read",
    answers: { ok: { description: "The binding.", ...content(IdentityBindingResource, example) } },
  },
  {
    ...plane,
    method: "POST",
    path: `${path}/{id}/release`,
    id: "releaseIdentityBinding",
    summary: "Release an identity binding",
    description:
      "The principal is free for another claim. Releasing again changes nothing. Sessions that are live stay.",
    scope: "users:write",
    body: { ...content(NothingBody, {}), optional: true },
    answers: {
      ok: {
        description: "The binding.",
        ...content(IdentityBindingResource, {
          ...example,
          released_at: "2026-11-21T10:00:00.000Z",
        }),
      },
    },
  },
];
