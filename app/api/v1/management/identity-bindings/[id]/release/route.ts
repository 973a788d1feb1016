import { noBody } from "@/lib/contract/content";
import { IdentityBindingResource, identityBindingResponse } from "@/lib/contract/identity-binding";
import { identityBindingExamples } from "@/lib/contract/identity-binding-examples";
import { releaseBinding } from "@/lib/external-identities/release-binding";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "releaseIdentityBinding",
    tag: "External identities",
    summary: "Release an identity binding",
    description:
      "Another user can then be bound to the principal. Releasing the binding again changes nothing. Live sessions stay.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: noBody,
    answers: {
      ok: answer(IdentityBindingResource, identityBindingExamples.released, "The binding."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(identityBindingResponse(await releaseBinding(caller, params.id))),
  }),
});
