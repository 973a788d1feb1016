import { IdentityBindingResource, identityBindingResponse } from "@/lib/contract/identity-binding";
import { identityBindingExamples } from "@/lib/contract/identity-binding-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { findIdentityBinding } from "@/lib/external-identities/identity-binding-store";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readIdentityBinding",
    tag: "External identities",
    summary: "Read an identity binding",
    description: "One binding, live or released.",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: {
      ok: answer(IdentityBindingResource, identityBindingExamples.binding, "The binding."),
    },
    handle: async ({ caller, params, ok }) => {
      const binding = await inTransaction(caller, (db) => findIdentityBinding(db, params.id));
      if (!binding) throw missing();
      return ok(identityBindingResponse(binding));
    },
  }),
});
