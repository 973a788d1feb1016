import { content } from "@/lib/core/contract/content";
import {
  ExternalPrincipalChangesBody,
  ExternalPrincipalResource,
  externalPrincipalResponse,
} from "@/lib/core/contract/external-principal";
import { externalPrincipalExamples } from "@/lib/core/contract/external-principal-examples";
import { changeExternalPrincipal } from "@/lib/core/external-identities/change-external-principal";
import { findExternalPrincipal } from "@/lib/core/external-identities/external-principal-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const thePrincipal = answer(
  ExternalPrincipalResource,
  externalPrincipalExamples.principal,
  "The principal.",
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readExternalPrincipal",
    tag: "External identities",
    summary: "Read an external principal",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: { ok: thePrincipal },
    handle: async ({ caller, params, ok }) => {
      const principal = await inTransaction(caller, (db) => findExternalPrincipal(db, params.id));
      if (!principal) throw missing();
      return ok(externalPrincipalResponse(principal));
    },
  }),
  PATCH: endpoint({
    id: "changeExternalPrincipal",
    tag: "External identities",
    summary: "Change the claims of an external principal",
    description: "Replaces all claims of the principal. The source and the subject never change.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: content(ExternalPrincipalChangesBody, { claims: { department: "Research" } }),
    answers: { ok: thePrincipal },
    handle: async ({ caller, params, body, ok }) =>
      ok(externalPrincipalResponse(await changeExternalPrincipal(caller, params.id, body))),
  }),
});
