"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorIn } from "@/app/dashboard/administrator";
import { ServiceError } from "@/lib/errors";
import { addClientSecret, revokeClientSecret } from "@/lib/oidc-clients/client-secrets";
import { createOidcClient } from "@/lib/oidc-clients/create-oidc-client";
import { revokeOidcClient } from "@/lib/oidc-clients/revoke-oidc-client";

const Place = z.object({ tenant: z.string(), environment: z.string() });
const Revocation = Place.extend({ id: z.uuid() });
const lines = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))]);
const NewClient = Place.extend({
  name: z.string().trim().min(1, "Give it a name.").max(100, "Use at most 100 characters."),
  type: z.enum(["confidential", "public"], { error: "Choose a type." }),
  redirectUris: lines,
  postLogoutRedirectUris: lines,
  backchannelLogoutUri: z
    .string()
    .trim()
    .transform((uri) => uri || null),
  firstParty: z.literal("on").optional(),
});

export type ClientState =
  | { status: "editing"; problem?: string; given: Record<string, string> }
  | { status: "created"; name: string; clientId: string; clientSecret: string | null };

/** Registers a relying party. What was typed comes back with the reason when it is refused. */
export async function createClientAction(_: ClientState, form: FormData): Promise<ClientState> {
  const given = Object.fromEntries([...form].map(([key, value]) => [key, String(value)]));
  const parsed = NewClient.safeParse(given);
  if (!parsed.success)
    return { status: "editing", given, problem: parsed.error.issues[0]?.message ?? "" };
  const { tenant, environment, firstParty, ...settings } = parsed.data;
  const { caller } = await administratorIn({ tenant, environment }, "admin");
  try {
    const made = await createOidcClient(caller, {
      ...settings,
      appId: null,
      firstParty: firstParty === "on",
    });
    return { status: "created", name: settings.name, ...made };
  } catch (error) {
    if (error instanceof ServiceError && error.detail)
      return { status: "editing", given, problem: error.detail };
    throw error;
  }
}

/** Ends a relying party: nobody signs in through it any more. */
export async function revokeClientAction(form: FormData): Promise<void> {
  const { id, ...place } = Revocation.parse(Object.fromEntries(form));
  const { caller } = await administratorIn(place, "admin");
  await revokeOidcClient(caller, id);
  revalidatePath(`/dashboard/${place.tenant}/${place.environment}/oidc-clients`);
}

const ClientOf = Place.extend({ clientId: z.uuid() });

/** Makes another secret for a confidential client; it is in the answer and nowhere else. */
export async function addClientSecretAction(
  _: NewSecretState,
  form: FormData,
): Promise<NewSecretState> {
  const { clientId, ...place } = ClientOf.parse(Object.fromEntries(form));
  const { caller } = await administratorIn(place, "admin");
  try {
    const { secret } = await addClientSecret(caller, clientId);
    revalidatePath(`/dashboard/${place.tenant}/${place.environment}/oidc-clients`, "layout");
    return { secret };
  } catch (error) {
    if (error instanceof ServiceError && error.detail) return { problem: error.detail };
    throw error;
  }
}

/** Ends one of a client's secrets. */
export async function revokeClientSecretAction(form: FormData): Promise<void> {
  const { clientId, id, ...place } = ClientOf.extend({ id: z.uuid() }).parse(
    Object.fromEntries(form),
  );
  const { caller } = await administratorIn(place, "admin");
  await revokeClientSecret(caller, clientId, id);
  revalidatePath(`/dashboard/${place.tenant}/${place.environment}/oidc-clients`, "layout");
}
