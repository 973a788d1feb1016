import { z } from "zod";
import { DEVICE_CODE_SECONDS, POLL_SECONDS } from "@/lib/core/device-codes/device-authorization";
import { shownUserCode } from "@/lib/core/device-codes/user-code";
import { config } from "@/lib/kernel/config/config";

/** Name of the user code in the page's address and form (RFC 8628 §3.3.1). */
export const USER_CODE = "user_code";

export const DeviceAuthorizationForm = z
  .object({
    client_id: z.string().optional().meta({ description: "The client, unless by Basic." }),
    client_secret: z.string().optional().meta({ description: "Its secret, unless by Basic." }),
    scope: z.string().optional().meta({
      description: "As at `/oauth/authorize`; `openid` when absent.",
    }),
  })
  .meta({
    id: "DeviceAuthorizationForm",
    description: "The client authenticates as at the token endpoint; a public one sends its id.",
  });

export const DeviceAuthorizationResource = z
  .object({
    device_code: z.string().meta({ description: "What the device polls `/oauth/token` with." }),
    user_code: z.string().meta({ description: "What the person types: eight letters." }),
    verification_uri: z.string().meta({ description: "Where the person types it." }),
    verification_uri_complete: z.string().optional().meta({
      description:
        "The same with the code, for a link or a QR code. Absent where the code must be typed: for the command line of operators.",
    }),
    expires_in: z.int().meta({ description: "Seconds for which both codes are good." }),
    interval: z.int().meta({
      description: "Seconds between two polls; five more after each `slow_down`.",
    }),
  })
  .meta({ id: "DeviceAuthorization" });

/** Answer to a device, in wire format: the code to show and the code to poll with.
 *  @param isTyped whether the code must be typed, because a link would demand too little of the person */
export function deviceAuthorizationResponse(
  { deviceCode, userCode }: { deviceCode: string; userCode: string },
  isTyped: boolean,
): z.infer<typeof DeviceAuthorizationResource> {
  const verificationUri = `${config().baseUrl}/device`;
  const shown = shownUserCode(userCode);
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: verificationUri,
    ...(!isTyped && { verification_uri_complete: `${verificationUri}?user_code=${shown}` }),
    expires_in: DEVICE_CODE_SECONDS,
    interval: POLL_SECONDS,
  };
}
