import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { clientOfInteraction } from "@/lib/oidc/own-client";
import type { ResolvedOidcClient } from "@/lib/oidc-clients/oidc-client-store";
import { findPayload, resolvePayload } from "@/lib/oidc-payloads/oidc-payload-store";

/** What the provider keeps of a sign-in that waits for a person, as far as we read it. */
interface Stored {
  exp: number;
  params: Record<string, string | undefined>;
  prompt: { name: string; details: { missingOIDCScope?: string[] } };
  session?: { accountId: string };
}

/** A sign-in that waits, with the relying party it is for. */
export interface StoredInteraction {
  scope: TenantScope;
  stored: Stored;
  client: ResolvedOidcClient;
}

/** The interaction with this uid, whoever asks; null when it is unknown, over or expired. */
export async function readStoredInteraction(uid: string): Promise<StoredInteraction | null> {
  const scope = await resolvePayload("Interaction", uid);
  if (!scope) return null;
  const payload = await inTenant(scope, (t) => findPayload(t, "Interaction", uid));
  const stored = payload?.content as Stored | undefined;
  if (!stored || stored.exp * 1000 <= Date.now()) return null;
  // A client that was revoked, or whose tenant was disabled, has no sign-in to finish.
  const client = await clientOfInteraction(scope, stored.params);
  return client && { scope, stored, client };
}
