import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { clientOfInteraction } from "@/lib/oidc/applications/own-client";
import type { ResolvedOidcClient } from "@/lib/oidc/clients/oidc-client-store";
import type { CookieReader } from "@/lib/oidc/http/cookies";
import {
  findPayload,
  type PayloadContent,
  resolvePayload,
  type StoredPayload,
} from "@/lib/oidc/payloads/oidc-payload-store";
import type { InteractionResult } from "@/lib/oidc/provider/interaction-result";
import { holdsInteraction } from "@/lib/oidc/sign-in/interaction-cookies";

/** What the provider stores of a sign-in that waits for a person, as far as we read it. */
export interface InteractionContent extends PayloadContent {
  /** When it expires, in seconds since 1970. */
  exp: number;
  params: Record<string, string | undefined>;
  prompt: {
    name: string;
    reasons: string[];
    details: { missingOIDCScope?: string[]; missingOIDCClaims?: string[] };
  };
  session?: { accountId: string };
  result?: InteractionResult;
}

/** A sign-in that waits, with the relying party it is for. */
export interface StoredInteraction {
  scope: TenantScope;
  stored: InteractionContent;
  client: ResolvedOidcClient;
}

/** The interaction with this uid, when the browser that sent these cookies began it. Everything that a browser asks of
 *  an interaction goes through here: its address is no secret, and a link from somebody else must open nothing.
 *  @returns null when it is unknown, over, expired or another browser's */
export async function interactionOfBrowser(
  uid: string,
  cookies: CookieReader,
): Promise<StoredInteraction | null> {
  return holdsInteraction(cookies, uid) ? readStoredInteraction(uid) : null;
}

/** The interaction with this uid, whoever asks; null when it is unknown, over or expired. */
export async function readStoredInteraction(uid: string): Promise<StoredInteraction | null> {
  const scope = await resolvePayload("Interaction", uid);
  if (!scope) return null;
  return stillWaiting(scope, await inBatch(scope, (db) => findPayload(db, "Interaction", uid)));
}

/** An interaction as it was read, with its relying party; null when it is over or expired. */
export async function stillWaiting(
  scope: TenantScope,
  payload: StoredPayload | null,
): Promise<StoredInteraction | null> {
  const stored = payload?.content as InteractionContent | undefined;
  if (!stored || stored.exp * 1000 <= Date.now()) return null;
  // A client that was revoked, or whose tenant was disabled, has no sign-in to finish.
  const client = await clientOfInteraction(scope, stored.params);
  return client && { scope, stored, client };
}
