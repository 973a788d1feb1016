import { content } from "@/lib/core/contract/content";
import {
  CredentialList,
  credentialResponse,
  IssuedCredentialResource,
  issuedCredentialResponse,
  NewCredentialBody,
} from "@/lib/core/contract/credential";
import { credentialExamples } from "@/lib/core/contract/credential-examples";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { readCredentialWithId } from "@/lib/core/credentials/read-credential";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listCredentials",
    tag: "Operator",
    summary: "List an environment's machine credentials",
    description: "All credentials with their secrets' hints, never a secret.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers: {
      ok: answer(CredentialList, credentialExamples.list, "The full set, without secrets."),
    },
    handle: async ({ caller, params, ok }) => {
      const credentials = await listCredentials(
        await callerInTenant(caller, params.id, params.key),
      );
      return ok({ credentials: credentials.map(credentialResponse) });
    },
  }),
  POST: endpoint({
    id: "createCredential",
    tag: "Operator",
    summary: "Create a machine credential",
    description: "Purpose and scopes never change.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: content(NewCredentialBody, credentialExamples.wanted),
    answers: {
      created: answer(
        IssuedCredentialResource,
        credentialExamples.issued,
        "The credential. No later answer shows its secret again.",
      ),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, created }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const { id, clientSecret } = await createCredential(place, body);
      const made = await readCredentialWithId(place, id);
      return created(issuedCredentialResponse(made, clientSecret));
    },
  }),
});
