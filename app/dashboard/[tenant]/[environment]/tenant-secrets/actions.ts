"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { administratorIn } from "@/app/dashboard/administrator";
import { ServiceError } from "@/lib/errors";
import { createTenantSecret } from "@/lib/tenants/create-tenant-secret";
import { revokeTenantSecret } from "@/lib/tenants/revoke-tenant-secret";

const Place = z.object({ tenant: z.string(), environment: z.string() });
const Revocation = Place.extend({ id: z.uuid() });

/** Makes a tenant secret; it is in the answer and nowhere else. */
export async function createSecretAction(
  _: NewSecretState,
  form: FormData,
): Promise<NewSecretState> {
  const place = Place.parse(Object.fromEntries(form));
  const { caller } = await administratorIn(place, "admin");
  try {
    const { secret } = await createTenantSecret(caller);
    revalidatePath(`/dashboard/${place.tenant}/${place.environment}/tenant-secrets`);
    return { secret };
  } catch (error) {
    if (error instanceof ServiceError && error.detail) return { problem: error.detail };
    throw error;
  }
}

/** Ends a tenant secret at once. */
export async function revokeSecretAction(form: FormData): Promise<void> {
  const { id, ...place } = Revocation.parse(Object.fromEntries(form));
  const { caller } = await administratorIn(place, "admin");
  await revokeTenantSecret(caller, id);
  revalidatePath(`/dashboard/${place.tenant}/${place.environment}/tenant-secrets`);
}
