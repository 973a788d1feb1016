"use server";

import { z } from "zod";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { later } from "@/app/dashboard/_words/later";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { changePreviousSystem } from "@/lib/users/previous-system/change-previous-system";
import { createSigningSecret } from "@/lib/users/previous-system/create-signing-secret";
import { revokeSigningSecret } from "@/lib/users/previous-system/revoke-signing-secret";

// Whoever is asked learns passwords.
const dangerous = { role: "admin", stepUp: true } as const;
const LONGEST = 512;

/** Says where the previous system is asked, and whether it is. An empty address takes it away. */
export const changePreviousSystemAction = administratorAction(
  z.object({
    url: z
      .string()
      .trim()
      .max(LONGEST, later("frame", "fields.tooLong", { max: LONGEST })),
    enabled: z.literal("on").optional(),
  }),
  dangerous,
  async ({ caller, input: { url, enabled } }) => {
    const { t } = await wordsOf("settings");
    await changePreviousSystem(caller, { url: url || null, isEnabled: enabled === "on" });
    return { done: url ? t("previousSystem.saved") : t("previousSystem.removed") };
  },
);

const Nothing = z.object({});

/** Makes a secret to sign with; it is in the answer and nowhere else. */
export const createSecretAction = administratorAction<typeof Nothing, NewSecretState>(
  Nothing,
  dangerous,
  async ({ caller }) => {
    const { secret } = await createSigningSecret(caller);
    return { secret };
  },
);

/** Ends a secret at once. The only one is what users who have not come along depend on: it is confirmed by the environment's
 *  name. */
export const revokeSecretAction = administratorAction(
  z.object({ id: z.uuid(), confirmation: z.string() }),
  dangerous,
  async ({ caller, input, environment }) => {
    if (!typedAsAsked(input, environment.name)) return notTypedAsAsked;
    await revokeSigningSecret(caller, input.id);
    const { t } = await wordsOf("settings");
    return { done: t("previousSystem.revoked") };
  },
);
