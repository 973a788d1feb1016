import { changePassword } from "@/lib/account-security/change-password";
import { content } from "@/lib/contract/content";
import {
  PasswordChangeBody,
  PasswordChangedResource,
  passwordChangedResponse,
} from "@/lib/contract/password-change";
import { endUserHeaders } from "@/lib/contract/request-headers";
import { sessionExamples } from "@/lib/contract/session-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { sessionEnded } from "@/lib/http/session-refusals";

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
