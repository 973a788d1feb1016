import type { OtpRequired } from "../login-steps.js";
import type { HostedTokens, PendingSignIn } from "../relying-party.js";
import { digestOf, randomId } from "../seal.js";
import type { SharedStore } from "../store.js";
import { cookieLine, cookieName, cookieOf } from "./cookies.js";

/** Session of a user who is signed in here. Stays on the server. */
export type BrowserSession = DirectSession | HostedSession;

interface AnySession {
  userId: string;
  email: string;
  /** Start in milliseconds: a logout token ends sessions that began before it. */
  since: number;
}

/** Session from a sign-in page of yours. */
export interface DirectSession extends AnySession {
  kind: "direct";
  sessionId: string;
  accountSessionId: string;
  /** Time until which a dangerous action needs no new proof. */
  provenUntil: number;
}

/** Session from the service's own pages. */
export interface HostedSession extends AnySession {
  kind: "hosted";
  sid: string | undefined;
  tokens: HostedTokens;
  /** Longest inactivity here: the service leaves that to the application. */
  idleMs: number;
  seen: number;
}

/** Pending sign-in of a browser: it expects a code, or the return from the service's pages. */
export type Pending =
  | { kind: "code"; step: OtpRequired }
  | { kind: "hosted"; signIn: PendingSignIn; returnTo: string };

const SESSION_SECONDS = 30 * 24 * 3600;
const PENDING_SECONDS = 15 * 60;

/** Sessions of browsers, each under a random cookie. The store has only the cookie's hash: an attacker who
 *  reads the store can't sign in. */
export class BrowserSessions {
  constructor(
    private readonly store: SharedStore,
    private readonly secure: boolean,
  ) {}

  find = (headers: Headers) => this.#read<BrowserSession>(headers, "session");
  pending = (headers: Headers) => this.#read<Pending>(headers, "pending");

  /** Stores a session under a new cookie, and ends the browser's former one: this defeats session fixation.
   *  @returns the lines of `Set-Cookie` */
  async begin(headers: Headers, session: BrowserSession): Promise<string[]> {
    await this.#remove(headers, "session");
    return [
      await this.#keep("session", session, SESSION_SECONDS),
      ...(await this.dropPending(headers)),
    ];
  }

  async beginPending(headers: Headers, pending: Pending): Promise<string[]> {
    await this.#remove(headers, "pending");
    return [await this.#keep("pending", pending, PENDING_SECONDS)];
  }

  /** Updates a session. A session that ended meanwhile stays ended. */
  async change(headers: Headers, session: BrowserSession): Promise<void> {
    const place = await this.#placeOf(headers, "session");
    if (place && (await this.store.get(place)))
      await this.store.set(place, JSON.stringify(session), SESSION_SECONDS);
  }

  async end(headers: Headers): Promise<string[]> {
    await this.#remove(headers, "session");
    return [this.#gone("session"), ...(await this.dropPending(headers))];
  }

  async dropPending(headers: Headers): Promise<string[]> {
    await this.#remove(headers, "pending");
    return [this.#gone("pending")];
  }

  /** Records that the service ended a session or all of a user's: hosted sessions check it. */
  async noteLogout({
    sid,
    sub,
    at,
  }: {
    sid?: string | undefined;
    sub?: string | undefined;
    at: Date;
  }) {
    // A token that names a session ends that session alone (OpenID Connect Back-Channel Logout 1.0 §2.7).
    const place = sid === undefined ? `ended-user:${sub}` : `ended-sid:${sid}`;
    await this.store.set(place, String(at.getTime()), SESSION_SECONDS);
  }

  /** Whether the service has ended this session by a logout token. */
  async isLoggedOut({ sid, userId, since }: HostedSession): Promise<boolean> {
    if (sid !== undefined && (await this.store.get(`ended-sid:${sid}`)) !== null) return true;
    const ended = await this.store.get(`ended-user:${userId}`);
    // The token's time has whole seconds.
    return ended !== null && Math.floor(since / 1000) * 1000 <= Number(ended);
  }

  async #read<T>(headers: Headers, kind: string): Promise<T | null> {
    const place = await this.#placeOf(headers, kind);
    const found = place && (await this.store.get(place));
    return found ? (JSON.parse(found) as T) : null;
  }

  async #keep(kind: string, value: unknown, seconds: number): Promise<string> {
    const id = randomId();
    await this.store.set(`${kind}:${await digestOf(id)}`, JSON.stringify(value), seconds);
    return cookieLine(this.#nameOf(kind), id, { secure: this.secure });
  }

  async #remove(headers: Headers, kind: string): Promise<void> {
    const place = await this.#placeOf(headers, kind);
    if (place) await this.store.delete(place);
  }

  async #placeOf(headers: Headers, kind: string): Promise<string | null> {
    const id = cookieOf(headers, this.#nameOf(kind));
    return id && /^[\w-]{43}$/.test(id) ? `${kind}:${await digestOf(id)}` : null;
  }

  #gone = (kind: string) => cookieLine(this.#nameOf(kind), "", { secure: this.secure, maxAge: 0 });
  #nameOf = (kind: string) => cookieName(`atrium_${kind}`, this.secure);
}
