import { content } from "@/lib/core/contract/content";
import { enrolmentExamples } from "@/lib/core/contract/enrolment-examples";
import {
  EnrolmentTokenList,
  enrolmentTokenList,
  enrolmentTokenResponse,
  IssuedEnrolmentToken,
  NewEnrolmentTokenBody,
  newEnrolmentToken,
} from "@/lib/core/contract/enrolment-token";
import { listEnrolmentTokens } from "@/lib/core/enrolment/enrolment-token-store";
import { issueEnrolmentToken } from "@/lib/core/enrolment/issue-enrolment-token";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listEnrolmentTokens",
    tag: "Enrolment",
    summary: "List every enrolment token",
    description:
      "The list includes used up, expired and revoked tokens, but never the secret of a token.",
    caller: "machine",
    scope: "workspaces:read",
    answers: {
      ok: answer(EnrolmentTokenList, enrolmentExamples.list, "The full set, the oldest first."),
    },
    handle: async ({ caller, ok }) =>
      ok(enrolmentTokenList(await inBatch(caller, listEnrolmentTokens))),
  }),
  POST: endpoint({
    id: "issueEnrolmentToken",
    tag: "Enrolment",
    summary: "Issue an enrolment token",
    description:
      "An installation that enrols with the token belongs to the app, and to the organization if one is named. The limits of the token never change.",
    caller: "machine",
    scope: "workspaces:write",
    body: content(NewEnrolmentTokenBody, enrolmentExamples.input),
    answers: {
      created: answer(
        IssuedEnrolmentToken,
        enrolmentExamples.issued,
        "The token. No later answer shows the token again.",
      ),
    },
    refusals: ["enrolment_app_invalid", "enrolment_workspace_invalid", "unprocessable"],
    handle: async ({ caller, body, created }) => {
      const { token, ...issued } = await issueEnrolmentToken(caller, newEnrolmentToken(body));
      return created({ ...enrolmentTokenResponse(issued), token });
    },
  }),
});
