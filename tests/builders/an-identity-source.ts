import { randomUUID } from "node:crypto";
import { claimPrincipal } from "@/lib/core/external-identities/claim-principal";
import { createExternalPrincipal } from "@/lib/core/external-identities/create-external-principal";
import {
  createIdentitySource,
  type NewIdentitySource,
} from "@/lib/core/external-identities/create-identity-source";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import type { Caller } from "@/lib/kernel/caller";

/** Makes an external issuer, unique in a run. */
export function anIdentitySource(
  environment: Caller,
  options: Partial<NewIdentitySource> = {},
): Promise<IdentitySource> {
  const host = `https://${randomUUID()}.example.com`;
  return createIdentitySource(environment, {
    issuer: host,
    audiences: ["reports-web"],
    jwksUri: `${host}/keys`,
    ...options,
  });
}

/** A principal of a source, bound to a user. */
export async function aBinding(
  environment: Caller,
  { userId, sourceId, subject }: { userId: string; sourceId?: string; subject?: string },
): Promise<{ sourceId: string; principalId: string; bindingId: string }> {
  const source = sourceId ?? (await anIdentitySource(environment)).id;
  const principal = await createExternalPrincipal(environment, {
    sourceId: source,
    subject: subject ?? randomUUID(),
  });
  const binding = await claimPrincipal(environment, { principalId: principal.id, userId });
  return { sourceId: source, principalId: principal.id, bindingId: binding.id };
}
