"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { newSecretAction, revokeSecretAction } from "@/app/dashboard/_request/secret-actions";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { createSigningSecret } from "@/lib/features/migration/previous-system/create-signing-secret";
import { revokeSigningSecret } from "@/lib/features/migration/previous-system/revoke-signing-secret";

const t = laterIn("settings");

const LONGEST = 512;

/** Sets the address of the previous system, and whether it is queried. An empty address removes it. */
export const changePreviousSystemAction = administratorAction(
  z.object({
    url: z
      .string()
      .trim()
      .max(LONGEST, later("frame", "fields.tooLong", { max: LONGEST })),
    enabled: z.literal("on").optional(),
  }),
  // The queried system receives passwords.
  { role: "admin", stepUp: true },
  async ({ caller, input: { url, enabled } }) => {
    await changePreviousSystem(caller, { url: url || null, isEnabled: enabled === "on" });
    return { done: url ? t("previousSystem.saved") : t("previousSystem.removed") };
  },
);

/** Creates a signing secret. */
export const createSigningSecretAction = newSecretAction(createSigningSecret);

/** Revokes a signing secret. Users who have not signed in since the migration depend on the only one. */
export const revokeSigningSecretAction = revokeSecretAction(revokeSigningSecret, async () =>
  (await wordsOf("settings")).t("previousSystem.revoked"),
);
