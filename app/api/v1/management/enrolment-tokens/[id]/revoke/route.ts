import { noBody } from "@/lib/core/contract/content";
import { enrolmentExamples } from "@/lib/core/contract/enrolment-examples";
import {
  EnrolmentTokenResource,
  enrolmentTokenResponse,
} from "@/lib/core/contract/enrolment-token";
import { revokeEnrolmentToken } from "@/lib/core/enrolment/revoke-enrolment-token";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

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
