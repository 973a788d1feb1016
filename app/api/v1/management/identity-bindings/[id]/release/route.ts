import { noBody } from "@/lib/core/contract/content";
import {
  IdentityBindingResource,
  identityBindingResponse,
} from "@/lib/core/contract/identity-binding";
import { identityBindingExamples } from "@/lib/core/contract/identity-binding-examples";
import { releaseBinding } from "@/lib/core/external-identities/release-binding";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

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
