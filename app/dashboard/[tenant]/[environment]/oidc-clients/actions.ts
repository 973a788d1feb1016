"use server";

import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { sendTestLogout } from "@/lib/backchannel-logout/send-test-logout";
import { missing } from "@/lib/errors";
import { addClientSecret, revokeClientSecret } from "@/lib/oidc/clients/client-secrets";
import { createOidcClient } from "@/lib/oidc/clients/create-oidc-client";
import { readOidcClients } from "@/lib/oidc/clients/read-oidc-clients";
import { revokeOidcClient } from "@/lib/oidc/clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/oidc/clients/update-oidc-client";

const lines = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))]);
const Settings = z.object({
  name: z.string().trim().min(1, "Give it a name.").max(100, "Use at most 100 characters."),
  appId: z.union([z.uuid(), z.literal("").transform(() => null)], { error: "Choose an app." }),
  redirectUris: lines.refine((uris) => uris.length > 0, "Register at least one address."),
  postLogoutRedirectUris: lines,
  backchannelLogoutUri: z
    .string()
    .trim()
    .transform((uri) => uri || null),
  firstParty: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
});
const NewClient = Settings.extend({
  type: z.enum(["confidential", "public"], { error: "Choose a type." }),
});
const ClientOf = z.object({ clientId: z.uuid() });
const dangerous = { role: "admin", stepUp: true } as const;

/** The form of a new client, or what it signs in with, once. */
export interface RegistrationState extends FormState {
  made?: { name: string; clientId: string; clientSecret: string | null };
}

/** Registers a relying party. */
export const createClientAction = administratorAction<typeof NewClient, RegistrationState>(
  NewClient,
  dangerous,
  async ({ caller, input }) => {
    const { clientId, clientSecret } = await createOidcClient(caller, input);
    return { made: { name: input.name, clientId, clientSecret } };
  },
);

/** Changes what a relying party registered. */
export const updateClientAction = administratorAction(
  Settings.extend({ id: z.uuid() }),
  { role: "admin", stepUp: true },
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await updateOidcClient(caller, id, changes);
    return { done: `${name} is saved. It applies to the next sign-in.` };
  },
);

/** Ends a relying party: nobody signs in through it any more. */
export const revokeClientAction = administratorAction(
  ClientOf.extend({ confirmation: z.string() }),
  dangerous,
  async ({ caller, input }) => {
    const clients = await readOidcClients(caller);
    const client = clients.find(({ id, revokedAt }) => id === input.clientId && !revokedAt);
    if (!client) throw missing();
    if (!typedAsAsked(input, client.name)) return notTypedAsAsked;
    await revokeOidcClient(caller, client.id);
    return { done: `${client.name} is revoked: nobody signs in through it any more.` };
  },
);

/** Makes another secret for a confidential client; it is in the answer and nowhere else. */
export const addClientSecretAction = administratorAction<typeof ClientOf, NewSecretState>(
  ClientOf,
  dangerous,
  async ({ caller, input }) => {
    const { secret } = await addClientSecret(caller, input.clientId);
    return { secret };
  },
);

/** Ends one of a client's secrets. */
export const revokeClientSecretAction = administratorAction(
  ClientOf.extend({ secretId: z.uuid() }),
  dangerous,
  async ({ caller, input }) => {
    await revokeClientSecret(caller, input.clientId, input.secretId);
    return { done: "The client’s secret is revoked: it is refused from now on." };
  },
);

/** Sends the client's back-channel address a test, and says what came of it. */
export const testLogoutAction = administratorAction(
  ClientOf,
  { role: "admin" },
  async ({ caller, input }) => {
    const { statusCode, error, durationMs } = await sendTestLogout(caller, input.clientId);
    if (statusCode === null) return { problem: `No answer: ${error ?? "unknown"}.` };
    const answer = `It answered ${statusCode} in ${durationMs} ms.`;
    if (statusCode >= 200 && statusCode < 300) return { done: `The test arrived. ${answer}` };
    return { problem: `${answer} A receiver takes a logout with 200.` };
  },
);
