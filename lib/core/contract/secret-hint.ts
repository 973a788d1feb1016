import { z } from "zod";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";

/** A hint of a secret that may be shown, never the secret itself. */
export const SecretHintResource = z
  .object({
    id: id.meta({ description: "Names the secret when it is revoked." }),
    hint: z.string().meta({ description: "The end of the secret, which tells secrets apart." }),
    created_at: timestamp.meta({ description: "When the secret was made." }),
    last_used_at: timestamp
      .nullable()
      .meta({ description: "When the secret was last used, to the minute; null for never." }),
  })
  .meta({ id: "SecretHint", description: "A live secret, without the secret itself." });

export const IssuedSecretResource = z
  .object({
    id: id.meta({ description: "Names the secret when it is revoked." }),
    hint: z.string().meta({ description: "The end of the secret, which tells secrets apart." }),
    secret: z.string().meta({ description: "The secret. Only in this answer." }),
  })
  .meta({ id: "IssuedSecret", description: "A secret that was made just now." });

/** A hint of a secret in wire format. */
export function secretHintResponse(secret: {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): z.infer<typeof SecretHintResource> {
  return {
    id: secret.id,
    hint: secret.hint,
    created_at: wireTime(secret.createdAt),
    last_used_at: wireTimeOrNull(secret.lastUsedAt),
  };
}
