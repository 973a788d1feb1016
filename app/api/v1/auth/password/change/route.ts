import { changePassword } from "@/lib/core/account-security/change-password";
import { content } from "@/lib/core/contract/content";
import {
  PasswordChangeBody,
  PasswordChangedResource,
  passwordChangedResponse,
} from "@/lib/core/contract/password-change";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { sessionEnded } from "@/lib/core/http/session-refusals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "changePassword",
    tag: "Sessions",
    summary: "Change a signed-in user's password",
    description:
      "A wrong current password is a plain 401 without a code. A new password that is refused is a 422 whose detail says why.",
    caller: "machine",
    scope: "users:password_change",
    headers: endUserHeaders,
    body: content(PasswordChangeBody, sessionExamples.passwordChange),
    answers: {
      ok: answer(PasswordChangedResource, sessionExamples.passwordChanged, "Changed."),
    },
    refusals: [...sessionEnded, "proof_rejected", "rate_limited", "unprocessable"],
    handle: async ({ caller, body, ok }) => {
      const changed = await changePassword(caller, {
        ...body,
        revokeOtherSessions: body.revokeOtherSessions ?? false,
        revokeTrustedDevices: body.revokeTrustedDevices ?? false,
      });
      return ok(passwordChangedResponse(changed));
    },
  }),
});
