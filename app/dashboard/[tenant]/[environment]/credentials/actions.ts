"use server";

import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { addCredentialSecret } from "@/lib/core/credentials/add-credential-secret";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readCredential } from "@/lib/core/credentials/read-credential";
import { retireCredentialSecret } from "@/lib/core/credentials/retire-credential-secret";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { config } from "@/lib/kernel/config/config";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("connections");

const NewCredential = z.object({
  name: z.string().trim().min(1, t("shared.nameNeeded")).max(100, t("shared.nameTooLong")),
  purpose: z.enum(["product_runtime", "management_automation"], {
    error: t("credentials.actions.purposeNeeded"),
  }),
  scopes: z
    .array(
      z.enum([...managementScopes, ...runtimeScopes], {
        error: t("credentials.actions.scopeUnknown"),
      }),
    )
    .min(1, t("credentials.actions.scopeNeeded")),
});

/** State of the form of a new credential; has the new credential, once. */
export interface CreationState extends FormState {
  made?: { name: string; clientId: string; clientSecret: string; baseUrl: string };
}

const dangerous = { role: "admin", stepUp: true } as const;

/** Creates a credential in the environment of the form. */
export const createAction = administratorAction<typeof NewCredential, CreationState>(
  NewCredential,
  dangerous,
  async ({ caller, input }) => {
    const { clientId, clientSecret } = await createCredential(caller, input);
    return { made: { name: input.name, clientId, clientSecret, baseUrl: config().baseUrl } };
  },
);

const CredentialOf = z.object({ id: z.uuid() });

/** Makes the second secret of a rotation. */
export const addSecretAction = administratorAction<typeof CredentialOf, NewSecretState>(
  CredentialOf,
  dangerous,
  async ({ caller, input }) => {
    const { secret } = await addCredentialSecret(caller, input.id);
    return { secret };
  },
);

/** Retires one of two secrets. */
export const retireSecretAction = administratorAction(
  CredentialOf.extend({ secretId: z.uuid() }),
  dangerous,
  async ({ caller, input }) => {
    await retireCredentialSecret(caller, input.id, input.secretId);
    return { done: t("credentials.actions.secretRevoked") };
  },
);

/** Revokes a credential for good. */
export const revokeAction = administratorAction(
  z.object({ clientId: z.string(), confirmation: z.string() }),
  dangerous,
  async ({ caller, input }) => {
    const credential = await readCredential(caller, input.clientId);
    if (!credential) throw missing();
    if (!matchesConfirmation(input, credential.name)) return confirmationMismatch;
    await revokeCredential(caller, credential.id);
    return { done: t("credentials.actions.revoked", { name: credential.name }) };
  },
);
