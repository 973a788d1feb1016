import { randomBytes } from "node:crypto";
import type { HostedTokens, PendingSignIn } from "@atrium/client/oidc";

/** Session of a signed-in user. Tokens stay on the server; the browser has a random id. */
export interface Session {
  tokens: HostedTokens;
  /** Longest inactivity before this application signs the user out, from the issuer's `session_policy`
   *  claim. */
  idleMs: number;
  lastSeen: number;
  refreshedAt: Date | null;
}

// In memory, for an example. A real application stores both in its database.
const sessions = new Map<string, Session>();
const pending = new Map<string, PendingSignIn>();

/** Stores a value under a random id that cannot be guessed. */
function storeUnderRandomId<T>(store: Map<string, T>, value: T): string {
  const id = randomBytes(32).toString("base64url");
  store.set(id, value);
  return id;
}

export const beginSignIn = (value: PendingSignIn): string => storeUnderRandomId(pending, value);
export const beginSession = (value: Session): string => storeUnderRandomId(sessions, value);

/** Returns a pending sign-in, once. */
export function takeSignIn(id: string | undefined): PendingSignIn | undefined {
  const value = id === undefined ? undefined : pending.get(id);
  if (id !== undefined) pending.delete(id);
  return value;
}

/** Returns the session of a browser, unless it was idle for too long: the issuer leaves inactivity to the
 *  application. */
export function sessionOf(id: string | undefined): Session | undefined {
  const session = id === undefined ? undefined : sessions.get(id);
  if (!session || id === undefined) return undefined;
  if (Date.now() - session.lastSeen > session.idleMs) {
    sessions.delete(id);
    return undefined;
  }
  session.lastSeen = Date.now();
  return session;
}

export function endSession(id: string | undefined): void {
  if (id !== undefined) sessions.delete(id);
}

/** Ends the sessions that a logout token names: one session at the issuer, or all of a user's. */
export function endSessionsOf({
  sid,
  sub,
}: {
  sid: string | undefined;
  sub: string | undefined;
}): number {
  let ended = 0;
  for (const [id, session] of sessions) {
    const { claims } = session.tokens;
    const named = sid !== undefined ? claims.sid === sid : claims.sub === sub;
    if (named && sessions.delete(id)) ended += 1;
  }
  return ended;
}
