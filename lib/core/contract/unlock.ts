import { z } from "zod";
import type { Unlocked } from "@/lib/core/login/unlock-account";

export const UnlockedResource = z
  .object({
    unlocked: z.boolean().meta({ description: "False for an account that was not locked." }),
  })
  .meta({ id: "Unlocked" });

/** Locks that were removed from an account, in wire format. */
export function unlockedResponse({ wasLocked }: Unlocked): z.infer<typeof UnlockedResource> {
  return { unlocked: wasLocked };
}
