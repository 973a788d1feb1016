import { z } from "zod";
import type { Unlocked } from "@/lib/core/login/unlock-account";

export const UnlockedResource = z
  .object({
    unlocked: z.boolean().meta({ description: "False for an account that was not locked." }),
  })
  .meta({ id: "Unlocked" });

/** What an account was freed of, as the wire writes it. */
export function unlockedResponse({ wasLocked }: Unlocked): z.infer<typeof UnlockedResource> {
  return { unlocked: wasLocked };
}
