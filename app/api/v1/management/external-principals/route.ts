import { content } from "@/lib/contract/content";
import {
  ExternalPrincipalList,
  ExternalPrincipalResource,
  externalPrincipalList,
  externalPrincipalResponse,
  NewExternalPrincipalBody,
} from "@/lib/contract/external-principal";
import { externalPrincipalExamples } from "@/lib/contract/external-principal-examples";
import { inBatch } from "@/lib/db/batch";
import { createExternalPrincipal } from "@/lib/external-identities/create-external-principal";
import { listExternalPrincipals } from "@/lib/external-identities/external-principal-store";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listExternalPrincipals",
    tag: "External identities",
    summary: "List every external principal",
    description: "Each with the user who has the live binding.",
    caller: "machine",
    scope: "users:read",
    answers: { ok: answer(ExternalPrincipalList, externalPrincipalExamples.list, "The full set.") },
    handle: async ({ caller, ok }) =>
      ok(externalPrincipalList(await inBatch(caller, listExternalPrincipals))),
  }),
  POST: endpoint({
    id: "createExternalPrincipal",
    tag: "External identities",
    summary: "Create an external principal",
    description: "A subject that the source has already is a 409 `external_principal_duplicate`.",
    caller: "machine",
    scope: "users:write",
    body: content(NewExternalPrincipalBody, externalPrincipalExamples.wanted),
    answers: {
      created: answer(
        ExternalPrincipalResource,
        externalPrincipalExamples.unclaimed,
        "The principal.",
      ),
    },
    refusals: ["external_principal_duplicate", "external_principal_source_invalid"],
    handle: async ({ caller, body, created }) =>
      created(externalPrincipalResponse(await createExternalPrincipal(caller, body))),
  }),
});
