import { z } from "zod";
import type { ChangedPassword } from "@/lib/core/account-security/change-password";
import { typedPassword } from "@/lib/core/contract/login";
import { timestamp, wireTime } from "@/lib/core/contract/names";
import { sessionId } from "@/lib/core/contract/session";

export const PasswordChangeBody = z
  .strictObject({
    session_id: sessionId,
    current_password: typedPassword,
    new_password: typedPassword,
    revoke_other_sessions: z.boolean().optional().meta({
      description: "Ends the user's other sessions, of every app. False when absent.",
    }),
    revoke_trusted_devices: z.boolean().optional().meta({
      description:
        "Forgets the user's trusted devices: each asks for a second factor again. False when absent.",
    }),
  })
  .meta({ id: "PasswordChangeRequest" });

export const PasswordChangedResource = z
  .object({
    changed_at: timestamp,
    revoked: z.int().min(0).meta({ description: "How many other sessions were ended." }),
    devices_revoked: z.int().min(0).meta({ description: "How many devices were forgotten." }),
  })
  .meta({ id: "PasswordChanged" });

/** Result of a password change in wire format. */
export function passwordChangedResponse({
  at,
  revoked,
  devicesRevoked,
}: ChangedPassword): z.infer<typeof PasswordChangedResource> {
  return { changed_at: wireTime(at), revoked, devices_revoked: devicesRevoked };
}
