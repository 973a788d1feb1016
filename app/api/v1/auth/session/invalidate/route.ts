import { content } from "@/lib/core/contract/content";
import { RevokedResource, SessionBody } from "@/lib/core/contract/session";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { invalidateSession } from "@/lib/core/sessions/invalidate-session";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "invalidateSession",
    tag: "Sessions",
    summary: "Force-end a direct session",
    description: "Answers 0 for a session that is unknown or has ended already.",
    caller: "machine",
    scope: "sessions:invalidate",
    body: content(SessionBody, sessionExamples.session),
    answers: { ok: answer(RevokedResource, { revoked: 1 }, "How many sessions ended.") },
    handle: async ({ caller, body, ok }) =>
      ok({ revoked: await invalidateSession(caller, body.sessionId) }),
  }),
});
