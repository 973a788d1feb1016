import { z } from "zod";
import { line } from "@/lib/core/contract/fields";
import { typedEmail } from "@/lib/core/contract/login";
import { timestamp, wireTime } from "@/lib/core/contract/names";
import type { PasskeyChallenge } from "@/lib/core/factors/factor";
import { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";

/** Token of a flow of several calls, as the client sends it back. A value that is no such token is
 *  treated as an expired one. */
export const replayedToken = z.string().min(1).max(2000);

export const PasskeyLoginOptionsBody = z
  .strictObject({
    email: typedEmail.optional().meta({
      description: "Taken so that a page can send what it has; it changes nothing in the answer.",
    }),
  })
  .meta({ id: "PasskeyLoginOptionsRequest" });

export const PasskeyLoginResource = z
  .object({
    token: z.string().meta({ description: "Sent back with the browser's answer; works once." }),
    options: PasskeyRequestOptions,
    expires_at: timestamp,
  })
  .meta({ id: "PasskeyLogin" });

export const PasskeyLoginBody = z
  .strictObject({
    token: replayedToken.meta({
      description: "That of the options, or that of a challenge of `preflight`.",
    }),
    response: PasskeyAuthenticationResponse,
    remember_device: z.boolean().optional(),
    device_name: line(100).optional(),
  })
  .meta({ id: "PasskeyLoginRequest" });

/** A started passkey sign-in in wire format. */
export function passkeyLoginResponse({
  token,
  passkey: options,
  expiresAt,
}: PasskeyChallenge): z.infer<typeof PasskeyLoginResource> {
  return { token, options, expires_at: wireTime(expiresAt) };
}
