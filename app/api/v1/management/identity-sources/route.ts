import { content } from "@/lib/core/contract/content";
import {
  IdentitySourceList,
  IdentitySourceResource,
  identitySourceList,
  identitySourceResponse,
  NewIdentitySourceBody,
} from "@/lib/core/contract/identity-source";
import { identitySourceExamples } from "@/lib/core/contract/identity-source-examples";
import { createIdentitySource } from "@/lib/core/external-identities/create-identity-source";
import { listIdentitySources } from "@/lib/core/external-identities/identity-source-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listIdentitySources",
    tag: "External identities",
    summary: "List every identity source",
    description: "Active and disabled ones.",
    caller: "machine",
    scope: "users:read",
    answers: { ok: answer(IdentitySourceList, identitySourceExamples.list, "The full set.") },
    handle: async ({ caller, ok }) =>
      ok(identitySourceList(await inBatch(caller, listIdentitySources))),
  }),
  POST: endpoint({
    id: "createIdentitySource",
    tag: "External identities",
    summary: "Create an identity source",
    description:
      "An issuer that the environment has already is a 409 `identity_source_issuer_duplicate`.",
    caller: "machine",
    scope: "users:write",
    body: content(NewIdentitySourceBody, identitySourceExamples.wanted),
    answers: {
      created: answer(IdentitySourceResource, identitySourceExamples.source, "The source."),
    },
    refusals: ["identity_source_issuer_duplicate"],
    handle: async ({ caller, body, created }) =>
      created(identitySourceResponse(await createIdentitySource(caller, body))),
  }),
});
