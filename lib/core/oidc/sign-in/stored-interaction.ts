import { clientOfInteraction } from "@/lib/core/oidc/applications/own-client";
import { type CookieReader, interactionCookieName } from "@/lib/core/oidc/http/cookies";
import type { InteractionResult } from "@/lib/core/oidc/provider/interaction-result";
import { openInteraction } from "@/lib/core/oidc/provider/sealed-interaction";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import {
  findPayload,
  type PayloadContent,
  resolvePayload,
  type StoredPayload,
  upsertPayload,
} from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** The provider's content of a waiting sign-in, as far as we read it. */
export interface InteractionContent extends PayloadContent {
  /** Expiry, in seconds since 1970. */
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

/** A waiting sign-in with its relying party. */
export interface StoredInteraction {
  uid: string;
  scope: TenantScope;
  stored: InteractionContent;
  client: ResolvedOidcClient;
}

const UID = /^[A-Za-z0-9_-]{16,64}$/;

/** An interaction of a browser that started it. */
export interface BrowserInteraction {
  uid: string;
  scope: TenantScope;
  /** Its initial content; null for one that was stored in the database from the start. */
  begun: InteractionContent | null;
}

/** Returns the interaction with this uid, if the browser that sent these cookies started it. Every access of
 *  a browser to an interaction uses this check: the address is no secret, and a link from an attacker must
 *  have no effect. A browser may neither see nor be changed by an interaction that it did not start.
 *  @returns null for one that is unknown or another browser's; it may be over */
export async function interactionOfBrowser(
  uid: string,
  cookies: CookieReader,
): Promise<BrowserInteraction | null> {
  const cookie = UID.test(uid) ? cookies(interactionCookieName(uid)) : undefined;
  if (!cookie) return null;
  if (cookie === uid) {
    const scope = await resolvePayload("Interaction", uid);
    return scope && { uid, scope, begun: null };
  }
  const opened = openInteraction(uid, cookie);
  return opened && { uid, scope: opened.scope, begun: opened.content as InteractionContent };
}

/** Reads the current state of an interaction: stored once a person has acted in it, and its
 *  initial content before.
 *  @returns null when it is unknown, over, expired or another browser's */
export async function readStoredInteraction(
  uid: string,
  cookies: CookieReader,
): Promise<StoredInteraction | null> {
  const at = await interactionOfBrowser(uid, cookies);
  if (!at) return null;
  return stillWaiting(at, await inBatch(at.scope, (db) => findPayload(db, "Interaction", uid)));
}

/** Returns an interaction that was read, with its relying party; null when it is over or expired. */
export async function stillWaiting(
  { uid, scope, begun }: BrowserInteraction,
  payload: StoredPayload | null,
): Promise<StoredInteraction | null> {
  const stored = (payload?.content as InteractionContent | undefined) ?? begun;
  if (!stored || isExpired(stored)) return null;
  // A revoked client, or one of a disabled tenant, has no sign-in to finish.
  const client = await clientOfInteraction(scope, stored.params);
  return client && { uid, scope, stored, client };
}

/** Whether the time of an interaction is over. */
export function isExpired({ exp }: Pick<InteractionContent, "exp">): boolean {
  return exp * 1000 <= Date.now();
}

/** Stores an interaction in which a person has acted, until it expires. */
export async function storeInteraction(
  { scope, uid }: Pick<StoredInteraction, "scope" | "uid">,
  content: InteractionContent,
): Promise<void> {
  const seconds = content.exp - Math.floor(Date.now() / 1000);
  await inTransaction(scope, (db) =>
    upsertPayload(db, {
      model: "Interaction",
      id: uid,
      content,
      grantId: null,
      uid: null,
      userId: null,
      expiresAt: secondsAfter(now(), seconds),
    }),
  );
}
