import { content } from "@/lib/core/contract/content";
import {
  IdentitySourceChangesBody,
  IdentitySourceResource,
  identitySourceResponse,
} from "@/lib/core/contract/identity-source";
import { identitySourceExamples } from "@/lib/core/contract/identity-source-examples";
import { changeIdentitySource } from "@/lib/core/external-identities/change-identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readIdentitySource",
    tag: "External identities",
    summary: "Read an identity source",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: { ok: answer(IdentitySourceResource, identitySourceExamples.source, "The source.") },
    handle: async ({ caller, params, ok }) => {
      const source = await inTransaction(caller, (db) => findIdentitySource(db, params.id));
      if (!source) throw missing();
      return ok(identitySourceResponse(source));
    },
  }),
  PATCH: endpoint({
    id: "changeIdentitySource",
    tag: "External identities",
    summary: "Change, disable or enable an identity source",
    description:
      "Tokens of a disabled source are no longer exchanged. Its principals and bindings stay. The issuer never changes.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: content(IdentitySourceChangesBody, { status: "disabled" }),
    answers: { ok: answer(IdentitySourceResource, identitySourceExamples.disabled, "The source.") },
    handle: async ({ caller, params, body, ok }) =>
      ok(identitySourceResponse(await changeIdentitySource(caller, params.id, body))),
  }),
});
