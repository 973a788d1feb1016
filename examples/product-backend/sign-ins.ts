import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** A signed-in browser. Everything that could be replayed against Atrium stays here, on the server; the
 *  browser holds a random cookie and nothing else. */
export interface SignIn {
  email: string;
  userId: string;
  sessionId: string;
  accountSessionId: string;
  /** Replayed with every call that stands for the user, and replaced by what comes back. */
  activityToken: string;
  /** Until then a dangerous action needs no new proof. */
  provenUntil: Date | null;
}

/** A login that waits for its code. */
export interface PendingLogin {
  email: string;
  challenge: Challenge;
}

export interface Challenge {
  token: string;
  masked_email: string;
  remember_device_allowed: boolean;
  trusted_device_days: number;
}

const COOKIE = "product_session";
const DEVICE_COOKIE = "product_device";

/** In memory, because this is an example; a real backend keeps them in its own store. */
export class SignIns {
  private readonly signedIn = new Map<string, SignIn>();
  private readonly pending = new Map<string, PendingLogin>();

  of(request: IncomingMessage): SignIn | null {
    return this.signedIn.get(cookieOf(request, COOKIE) ?? "") ?? null;
  }

  pendingOf(request: IncomingMessage): PendingLogin | null {
    return this.pending.get(cookieOf(request, COOKIE) ?? "") ?? null;
  }

  /** Remembers a pending login under a new cookie. */
  begin(login: PendingLogin): string {
    const id = newId();
    this.pending.set(id, login);
    return cookie(COOKIE, id);
  }

  /** Turns whatever the browser had into a sign-in under a new cookie: an old one fixed by a stranger is
   *  worth nothing. */
  complete(request: IncomingMessage, signIn: SignIn): string {
    this.forget(request);
    const id = newId();
    this.signedIn.set(id, signIn);
    return cookie(COOKIE, id);
  }

  /** Signs the browser out here. */
  forget(request: IncomingMessage): string {
    const id = cookieOf(request, COOKIE) ?? "";
    this.signedIn.delete(id);
    this.pending.delete(id);
    return `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
  }
}

/** The trusted-device token that this browser holds. */
export function deviceTokenOf(request: IncomingMessage): string | null {
  return cookieOf(request, DEVICE_COOKIE);
}

/** The cookie that keeps a trusted-device token for as long as it is trusted. */
export function deviceCookie(device: { token: string; expires_at: string }): string {
  const seconds = Math.floor((Date.parse(device.expires_at) - Date.now()) / 1000);
  return `${cookie(DEVICE_COOKIE, device.token)}; Max-Age=${seconds}`;
}

function newId(): string {
  return randomBytes(32).toString("base64url");
}

// `Secure` belongs here as soon as the product is served over https.
function cookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`;
}

function cookieOf(request: IncomingMessage, name: string): string | null {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? null;
}
