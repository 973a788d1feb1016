import { noBody } from "@/lib/core/contract/content";
import { IssuedSecretResource } from "@/lib/core/contract/secret-hint";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { previousSystemExamples } from "@/lib/features/migration/contract/previous-system-examples";
import { createSigningSecret } from "@/lib/features/migration/previous-system/create-signing-secret";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "createPreviousSystemSecret",
    tag: "Operator",
    summary: "Create a secret that questions to the previous system are signed with",
    description:
      "Two secrets are live at the most. While there are two, questions carry the signatures of both.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: noBody,
    answers: {
      created: answer(
        IssuedSecretResource,
        previousSystemExamples.issued,
        "The secret. No later answer shows it again.",
      ),
    },
    refusals: ["conflict"],
    handle: async ({ caller, params, created }) =>
      created(await createSigningSecret(await callerInTenant(caller, params.id, params.key))),
  }),
});
