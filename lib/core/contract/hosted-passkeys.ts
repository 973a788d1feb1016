import { z } from "zod";
import { timestamp, wireTimeOrNull } from "@/lib/core/contract/names";

export const HostedPasskeysResource = z
  .object({
    allowed_at: timestamp.nullable().meta({
      description: "Since when the tenant's own pages may use them; null when they may not.",
    }),
  })
  .meta({ id: "HostedPasskeys" });

export const hostedPasskeysExamples = {
  allowed: { allowed_at: "2026-11-21T09:00:00.000Z" },
  refused: { allowed_at: null },
};

/** The operator's decision on hosted passkeys, in wire format. */
export function hostedPasskeysResponse(at: Date | null): z.infer<typeof HostedPasskeysResource> {
  return { allowed_at: wireTimeOrNull(at) };
}
