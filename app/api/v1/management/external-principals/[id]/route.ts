import { content } from "@/lib/contract/content";
import {
  ExternalPrincipalChangesBody,
  ExternalPrincipalResource,
  externalPrincipalResponse,
} from "@/lib/contract/external-principal";
import { externalPrincipalExamples } from "@/lib/contract/external-principal-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { changeExternalPrincipal } from "@/lib/external-identities/change-external-principal";
import { findExternalPrincipal } from "@/lib/external-identities/external-principal-store";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
