"use server";

import { z } from "zod";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { createTenantSecret } from "@/lib/tenants/create-tenant-secret";
import { revokeTenantSecret } from "@/lib/tenants/revoke-tenant-secret";

const dangerous = { role: "admin", stepUp: true } as const;
const Nothing = z.object({});

/** Makes a tenant secret; it is in the answer and nowhere else. */
export const createSecretAction = administratorAction<typeof Nothing, NewSecretState>(
  Nothing,
  dangerous,
  async ({ caller }) => {
    const { secret } = await createTenantSecret(caller);
    return { secret };
  },
);

/** Ends a tenant secret at once. Of the environment's only one, that stops every request-time call: it is
 *  confirmed by the environment's name. */
export const revokeSecretAction = administratorAction(
  z.object({ id: z.uuid(), confirmation: z.string() }),
  dangerous,
  async ({ caller, input, environment }) => {
    if (!typedAsAsked(input, environment.name)) return notTypedAsAsked;
    await revokeTenantSecret(caller, input.id);
    const { t } = await wordsOf("connections");
    return { done: t("tenantSecrets.revoked") };
  },
);
