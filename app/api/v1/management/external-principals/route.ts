import { content } from "@/lib/core/contract/content";
import {
  ExternalPrincipalList,
  ExternalPrincipalResource,
  externalPrincipalList,
  externalPrincipalResponse,
  NewExternalPrincipalBody,
} from "@/lib/core/contract/external-principal";
import { externalPrincipalExamples } from "@/lib/core/contract/external-principal-examples";
import { createExternalPrincipal } from "@/lib/core/external-identities/create-external-principal";
import { listExternalPrincipals } from "@/lib/core/external-identities/external-principal-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

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
