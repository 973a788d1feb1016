import { z } from "zod";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { PreviousSystemChanges } from "@/lib/features/migration/previous-system/change-previous-system";
import type {
  PreviousSystemSettings,
  SigningSecret,
} from "@/lib/features/migration/previous-system/previous-system";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

// https, a host without credentials, no fragment: the rules of `publicHttpsProblem`, as far as a pattern
// can express them.
const HTTPS = /^https:\/\/[A-Za-z0-9._~%:[\]-]+(?:[/?][A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?$/;

/** Address of a previous system. */
export const previousSystemUrl = z
  .string()
  .max(512)
  .regex(HTTPS, "must be an https address without credentials or fragment (RFC 3986)")
  .superRefine((value, context) => {
    const message = publicHttpsProblem(value);
    if (message) context.addIssue({ code: "custom", message });
  })
  .meta({
    format: "uri",
    description: "Where the previous system is asked: https, on a public address.",
  });

const enabled = z.boolean().meta({
  description:
    "Whether it is asked at sign-ins for which the service has no password. It takes a secret to sign with, too.",
});

const SigningSecretResource = z
  .object({
    id: id.meta({ description: "Names the secret when it is revoked." }),
    hint: z.string().meta({ description: "The end of the secret, which tells secrets apart." }),
    created_at: timestamp.meta({ description: "When the secret was made." }),
  })
  .meta({
    id: "SigningSecret",
    description: "A secret (`whsec_…`) that questions are signed with, without the secret itself.",
  });

export const PreviousSystemResource = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({ description: "Address of the previous system; null for none." }),
    enabled,
    secrets: z.array(SigningSecretResource).meta({
      description: "At most two, the oldest first. Questions are signed with all of them.",
    }),
    last_failure: z
      .object({
        at: timestamp.meta({ description: "When, to the minute." }),
        reason: z.string().meta({ description: "Why, for a person." }),
      })
      .nullable()
      .meta({ description: "The last time that it gave no answer that can be used." }),
  })
  .meta({
    id: "PreviousSystem",
    description:
      "The system that an environment's users signed in to before. It is asked for passwords that the service does not have yet.",
  });

export const PreviousSystemBody = z
  .strictObject({
    url: previousSystemUrl.nullable().optional(),
    enabled: enabled.optional(),
  })
  .meta({ id: "PreviousSystemChanges" });

/** Changes of a previous system, from the API's form. */
export function previousSystemChanges({
  url,
  enabled: isEnabled,
}: z.output<typeof PreviousSystemBody>): PreviousSystemChanges {
  return {
    ...(url === undefined ? {} : { url }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
  };
}

/** The previous system in the API's form. */
export function previousSystemResponse({
  system,
  secrets,
}: PreviousSystemSettings): z.infer<typeof PreviousSystemResource> {
  const failure = system?.lastFailure ?? null;
  return {
    url: system?.url ?? null,
    enabled: system?.isEnabled ?? false,
    secrets: secrets.map(signingSecretResponse),
    last_failure: failure && { at: wireTime(failure.at), reason: failure.reason },
  };
}

function signingSecretResponse(secret: SigningSecret): z.infer<typeof SigningSecretResource> {
  return { id: secret.id, hint: secret.hint, created_at: wireTime(secret.createdAt) };
}
