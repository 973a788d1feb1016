"use server";

import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { sendTestLogout } from "@/lib/core/backchannel-logout/send-test-logout";
import { type ClientMethods, MOST_GRACE_SECONDS } from "@/lib/core/oidc-clients/client-methods";
import { addClientSecret, revokeClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { accessScopes } from "@/lib/core/oidc-clients/oidc-client";
import { readOidcClients } from "@/lib/core/oidc-clients/read-oidc-clients";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { idTokenAlgorithms } from "@/lib/core/signing-keys/signing-key";
import { parseJson, storableInDoubles } from "@/lib/kernel/db/exact-json";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("connections");

const lines = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))]);
const checked = z
  .literal("on")
  .optional()
  .transform((on) => on === "on");
const KeySet = z
  .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
  .refine(storableInDoubles);
const keySet = z
  .string()
  .default("")
  .transform((text, { addIssue }) => {
    if (text.trim() === "") return null;
    const found = KeySet.safeParse(parsedJson(text));
    if (found.success) return found.data as NonNullable<ClientMethods["jwks"]>;
    addIssue({ code: "custom", message: t("clients.actions.jwksNeeded") });
    return z.NEVER;
  });
const graceNeeded = later("refusals", "outOfBounds", { least: 0, most: MOST_GRACE_SECONDS });
const Settings = z.object({
  name: z.string().trim().min(1, t("shared.nameNeeded")).max(100, t("shared.nameTooLong")),
  appId: z.union([z.uuid(), z.literal("").transform(() => null)], {
    error: t("clients.actions.appNeeded"),
  }),
  redirectUris: lines,
  postLogoutRedirectUris: lines,
  backchannelLogoutUri: z
    .string()
    .trim()
    .transform((uri) => uri || null),
  firstParty: checked,
  deviceAuthorization: checked,
  allowedScopes: z.array(z.enum(accessScopes)),
  profile: z
    .literal("fapi2")
    .optional()
    .transform((profile) => profile ?? ("standard" as const)),
  tokenEndpointAuthMethod: z.enum(["client_secret_basic", "private_key_jwt"]).optional(),
  jwks: keySet,
  jwksUri: z
    .string()
    .trim()
    .default("")
    .transform((uri) => uri || null),
  idTokenSignedResponseAlg: z.enum(idTokenAlgorithms),
  requirePushedAuthorizationRequests: checked,
  dpopBoundAccessTokens: checked,
  refreshGraceSeconds: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, graceNeeded)
    .transform(Number)
    .refine((seconds) => seconds <= MOST_GRACE_SECONDS, graceNeeded)
    .optional(),
});

function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the settings of the form. Those that the strict profile fixes are dropped: a box left empty
 *  contradicts nothing. */
function settingsOf<Input extends Partial<ClientMethods>>(input: Input): Input {
  if (input.profile !== "fapi2") return input;
  const fixed = ["tokenEndpointAuthMethod", "requirePushedAuthorizationRequests"];
  const dropped = [...fixed, "dpopBoundAccessTokens"];
  if (input.idTokenSignedResponseAlg === "RS256") dropped.push("idTokenSignedResponseAlg");
  const settings = Object.entries(input).filter(([name]) => !dropped.includes(name));
  return Object.fromEntries(settings) as Input;
}
const NewClient = Settings.extend({
  type: z.enum(["confidential", "public"], {
    error: t("clients.actions.typeNeeded"),
  }),
});
const ClientOf = z.object({ clientId: z.uuid() });
const dangerous = { role: "admin", stepUp: true } as const;

/** State of the form of a new client; has its credentials, once. */
export interface RegistrationState extends FormState {
  made?: { name: string; clientId: string; clientSecret: string | null };
}

/** Registers a relying party. */
export const createClientAction = administratorAction<typeof NewClient, RegistrationState>(
  NewClient,
  dangerous,
  async ({ caller, input }) => {
    const { clientId, clientSecret } = await createOidcClient(caller, settingsOf(input));
    return { made: { name: input.name, clientId, clientSecret } };
  },
);

/** Changes the registration of a relying party. */
export const updateClientAction = administratorAction(
  Settings.extend({ id: z.uuid() }),
  dangerous,
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await updateOidcClient(caller, id, settingsOf(changes));
    return { done: t("clients.actions.saved", { name }) };
  },
);

/** Revokes a relying party: users can no longer sign in through it. */
export const revokeClientAction = administratorAction(
  ClientOf.extend({ confirmation: z.string() }),
  dangerous,
  async ({ caller, input }) => {
    const clients = await readOidcClients(caller);
    const client = clients.find(({ id, revokedAt }) => id === input.clientId && !revokedAt);
    if (!client) throw missing();
    if (!matchesConfirmation(input, client.name)) return confirmationMismatch;
    await revokeOidcClient(caller, client.id);
    return { done: t("clients.actions.revoked", { name: client.name }) };
  },
);

/** Creates another secret of a confidential client; it is in the answer and nowhere else. */
export const addClientSecretAction = administratorAction<typeof ClientOf, NewSecretState>(
  ClientOf,
  dangerous,
  async ({ caller, input }) => {
    const { secret } = await addClientSecret(caller, input.clientId);
    return { secret };
  },
);

/** Revokes one of a client's secrets. */
export const revokeClientSecretAction = administratorAction(
  ClientOf.extend({ secretId: z.uuid() }),
  dangerous,
  async ({ caller, input }) => {
    await revokeClientSecret(caller, input.clientId, input.secretId);
    return { done: t("clients.actions.secretRevoked") };
  },
);

/** Sends a test to the client's back-channel address, and reports the result. */
export const testLogoutAction = administratorAction(
  ClientOf,
  { role: "admin" },
  async ({ caller, input }) => {
    const { statusCode, error, durationMs } = await sendTestLogout(caller, input.clientId);
    if (statusCode === null) {
      const cause = error ?? t("clients.actions.testUnknown");
      return { problem: t("clients.actions.testUnanswered", { error: cause }) };
    }
    const answer = { status: String(statusCode), ms: durationMs };
    if (statusCode >= 200 && statusCode < 300)
      return { done: t("clients.actions.testArrived", answer) };
    return { problem: t("clients.actions.testRefused", answer) };
  },
);
