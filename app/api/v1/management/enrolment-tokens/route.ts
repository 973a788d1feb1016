import { content } from "@/lib/contract/content";
import { enrolmentExamples } from "@/lib/contract/enrolment-examples";
import {
  EnrolmentTokenList,
  enrolmentTokenList,
  enrolmentTokenResponse,
  IssuedEnrolmentToken,
  NewEnrolmentTokenBody,
  newEnrolmentToken,
} from "@/lib/contract/enrolment-token";
import { inBatch } from "@/lib/db/batch";
import { listEnrolmentTokens } from "@/lib/enrolment/enrolment-token-store";
import { issueEnrolmentToken } from "@/lib/enrolment/issue-enrolment-token";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
    body: content(NewEnrolmentTokenBody, enrolmentExamples.wanted),
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
