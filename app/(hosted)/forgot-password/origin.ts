import { currentInteraction } from "@/app/(hosted)/_request/interaction";
import { environmentsOf, type NamedEnvironment } from "@/app/(hosted)/_request/tenant";

/** Where somebody came from who forgot their password: a sign-in, or a tenant's own link. */
export interface Origin {
  interaction: string;
  tenant: string;
}

/** The environment whose user they may be, or null when the address leads nowhere (any more). */
export async function readOrigin({
  interaction,
  tenant,
}: Origin): Promise<NamedEnvironment | null> {
  const waiting = await currentInteraction(interaction);
  if (waiting) return { scope: waiting.scope, environmentKey: waiting.environmentKey };
  const [first] = await environmentsOf(tenant);
  return first ?? null;
}
