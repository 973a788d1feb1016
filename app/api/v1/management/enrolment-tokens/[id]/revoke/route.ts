import { noBody } from "@/lib/contract/content";
import { enrolmentExamples } from "@/lib/contract/enrolment-examples";
import { EnrolmentTokenResource, enrolmentTokenResponse } from "@/lib/contract/enrolment-token";
import { revokeEnrolmentToken } from "@/lib/enrolment/revoke-enrolment-token";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeEnrolmentToken",
    tag: "Enrolment",
    summary: "Revoke an enrolment token",
    description: "Installations that enrolled with the token stay. Safe to repeat.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(EnrolmentTokenResource, enrolmentExamples.revoked, "The token.") },
    handle: async ({ caller, params, ok }) =>
      ok(enrolmentTokenResponse(await revokeEnrolmentToken(caller, params.id))),
  }),
});
