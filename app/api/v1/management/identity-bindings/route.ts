import { content } from "@/lib/core/contract/content";
import {
  IdentityBindingList,
  IdentityBindingResource,
  identityBindingList,
  identityBindingResponse,
  NewIdentityBindingBody,
} from "@/lib/core/contract/identity-binding";
import { identityBindingExamples } from "@/lib/core/contract/identity-binding-examples";
import { claimPrincipal } from "@/lib/core/external-identities/claim-principal";
import { listIdentityBindings } from "@/lib/core/external-identities/identity-binding-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listIdentityBindings",
    tag: "External identities",
    summary: "List every identity binding, including released bindings",
    caller: "machine",
    scope: "users:read",
    answers: { ok: answer(IdentityBindingList, identityBindingExamples.list, "The full set.") },
    handle: async ({ caller, ok }) =>
      ok(identityBindingList(await inBatch(caller, listIdentityBindings))),
  }),
  POST: endpoint({
    id: "createIdentityBinding",
    tag: "External identities",
    summary: "Bind an external principal to a user",
    description:
      "A principal has one live binding. One of several parallel requests wins; the others get `claimed_by`.",
    caller: "machine",
    scope: "users:write",
    body: content(NewIdentityBindingBody, identityBindingExamples.wanted),
    answers: {
      created: answer(IdentityBindingResource, identityBindingExamples.binding, "The binding."),
    },
    refusals: [
      "external_principal_already_claimed",
      "identity_binding_principal_invalid",
      "identity_binding_user_invalid",
    ],
    handle: async ({ caller, body, created }) =>
      created(identityBindingResponse(await claimPrincipal(caller, body))),
  }),
});
