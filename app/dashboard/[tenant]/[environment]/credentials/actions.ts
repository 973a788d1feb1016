"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { administratorIn } from "@/app/dashboard/administrator";
import { config } from "@/lib/config/config";
import { createCredential } from "@/lib/credentials/create-credential";
import { revokeCredential } from "@/lib/credentials/revoke-credential";
import { managementScopes, runtimeScopes } from "@/lib/credentials/scopes";
import { ServiceError } from "@/lib/errors";

const Place = z.object({ tenant: z.string(), environment: z.string() });
const Revocation = Place.extend({ id: z.uuid() });
const NewCredential = Place.extend({
  name: z.string().trim().min(1, "Give it a name.").max(100, "Use at most 100 characters."),
  purpose: z.enum(["product_runtime", "management_automation"], { error: "Choose a purpose." }),
  scopes: z
    .array(z.enum([...managementScopes, ...runtimeScopes]))
    .min(1, "Choose at least one scope."),
});

/** What the form shows next: its mistakes by field, or the credential that was made, once. */
export type CreationState =
  | { status: "editing"; errors: Partial<Record<"name" | "purpose" | "scopes", string>> }
  | {
      status: "created";
      name: string;
      clientId: string;
      clientSecret: string;
      scopes: string[];
      baseUrl: string;
    };

/** Makes a credential in the environment of the form, for an administrator who may. */
export async function createAction(_: CreationState, form: FormData): Promise<CreationState> {
  const parsed = NewCredential.safeParse({
    ...Object.fromEntries(form),
    scopes: form.getAll("scopes"),
  });
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
    return { status: "editing", errors };
  }
  const { name, purpose, scopes, ...place } = parsed.data;
  const { caller } = await administratorIn(place, "admin");
  try {
    const made = await createCredential(caller, { name, purpose, scopes });
    return { status: "created", name, scopes, baseUrl: config().baseUrl, ...made };
  } catch (error) {
    if (error instanceof ServiceError)
      return { status: "editing", errors: { scopes: error.detail ?? "" } };
    throw error;
  }
}

/** Ends a credential for good, for an administrator who may. */
export async function revokeAction(form: FormData): Promise<void> {
  const { id, ...place } = Revocation.parse(Object.fromEntries(form));
  const { caller } = await administratorIn(place, "admin");
  await revokeCredential(caller, id);
  revalidatePath(`/dashboard/${place.tenant}/${place.environment}/credentials`);
}
