import { content } from "@/lib/contract/content";
import {
  SessionBody,
  SessionValidityResource,
  sessionValidityResponse,
} from "@/lib/contract/session";
import { sessionExamples } from "@/lib/contract/session-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { validateSession } from "@/lib/sessions/validate-session";

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
