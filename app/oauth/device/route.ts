import { content } from "@/lib/core/contract/content";
import {
  DeviceAuthorizationForm,
  DeviceAuthorizationResource,
} from "@/lib/core/contract/device-authorization";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { answer } from "@/lib/core/http/answers";
import { serveDeviceAuthorization } from "@/lib/core/oidc/device/device-endpoint";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { clientEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { refused } from "@/lib/core/oidc/http/oauth-responses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: clientEndpoint({
    id: "authorizeDevice",
    summary: "Ask to sign a device in",
    description:
      "Device authorization (RFC 8628), for a relying party that allows it (`device_authorization`). The device shows `user_code` and `verification_uri`, and polls `/oauth/token` with `device_code` every `interval` seconds. Until somebody has answered, `authorization_pending`; `slow_down` makes the pause five seconds longer for good; then the tokens once, `access_denied` or `expired_token`.",
    form: content(DeviceAuthorizationForm, oauthExamples.deviceForm),
    answers: {
      ok: answer(
        DeviceAuthorizationResource,
        oauthExamples.device,
        "What to show, and what to poll with.",
      ),
    },
    refused: refused("The request is refused, or the client may not sign devices in.", [
      ...["unauthorized_client", "invalid_request", "invalid_scope"],
    ]),
    serve: serveDeviceAuthorization,
  }),
});
