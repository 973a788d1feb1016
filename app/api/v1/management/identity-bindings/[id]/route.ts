import {
  IdentityBindingResource,
  identityBindingResponse,
} from "@/lib/core/contract/identity-binding";
import { identityBindingExamples } from "@/lib/core/contract/identity-binding-examples";
import { findIdentityBinding } from "@/lib/core/external-identities/identity-binding-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

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
