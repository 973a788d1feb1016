import { content } from "@/lib/contract/content";
import {
  IdentitySourceList,
  IdentitySourceResource,
  identitySourceList,
  identitySourceResponse,
  NewIdentitySourceBody,
} from "@/lib/contract/identity-source";
import { identitySourceExamples } from "@/lib/contract/identity-source-examples";
import { inBatch } from "@/lib/db/batch";
import { createIdentitySource } from "@/lib/external-identities/create-identity-source";
import { listIdentitySources } from "@/lib/external-identities/identity-source-store";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
