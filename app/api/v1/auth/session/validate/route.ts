import { content } from "@/lib/core/contract/content";
import {
  SessionBody,
  SessionValidityResource,
  sessionValidityResponse,
} from "@/lib/core/contract/session";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { validateSession } from "@/lib/core/sessions/validate-session";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "validateSession",
    tag: "Sessions",
    summary: "Check whether a direct session is still valid",
    description: "Answers `valid` and the reason. It does not count as activity.",
    caller: "machine",
    scope: "sessions:validate",
    body: content(SessionBody, sessionExamples.session),
    answers: {
      ok: answer(
        SessionValidityResource,
        sessionExamples.validity,
        "Whether the session is valid, and if not, the terminal reason.",
      ),
    },
    handle: async ({ caller, body, ok }) =>
      ok(sessionValidityResponse(await validateSession(caller, body.sessionId))),
  }),
});
