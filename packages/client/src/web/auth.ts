import type { Atrium } from "../atrium.js";
import type { EndUser } from "../calls.js";
import { createLogin, type Login } from "../login.js";
import type { LoginStep } from "../login-steps.js";
import { createLogoutReceiver } from "../logout-token.js";
import { AtriumFailure, isSessionOver } from "../problems.js";
import { createRelyingParty, type RelyingParty } from "../relying-party.js";
import type { SharedStore } from "../store.js";
import { type BrowserSession, BrowserSessions, type HostedSession } from "./browser-sessions.js";
import { cookieLine, cookieName, cookieOf } from "./cookies.js";
import { expectOwnPage, RefusedRequest } from "./origin.js";

export interface WebAuthSettings {
  atrium: Atrium;
  /** Public address of your application: `https://app.example`. */
  origin: string;
  /** Your app at the service. Sign-in forms of yours need it; the service's own pages don't. */
  appId?: string;
  /** Stores sessions, for all your servers. */
  store: SharedStore;
  /** Your OIDC client, when users sign in at the service's own pages. */
  hosted?: { clientId: string; clientSecret?: string; scope?: string };
  /** Base path of this package's routes. Default: `/auth`. */
  basePath?: string;
  /** Path of your sign-in page. Default: `<basePath>/sign-in`, which leads to the service's own pages. */
  signInPath?: string;
  /** Path of your step-up page. Default: `/step-up`. */
  stepUpPath?: string;
  /** Returns the end user of a request. Without it the service's limits for each network don't apply. */
  endUserOf?: (request: Request) => EndUser;
}

/** The signed-in user. */
export interface CurrentUser {
  id: string;
  email: string;
  session: BrowserSession;
  /** For a direct session: the service's present data, memberships included. */
  identity: Identity | null;
}

type Identity = Awaited<ReturnType<Login["identity"]>>;

/** The signed-in user, or the code of a session that ended. */
export type FoundUser = { user: CurrentUser } | { user: null; ended: string | null };

/** Next step of a login, and the lines of `Set-Cookie` for the answer. */
export type SignInResult = { step: LoginStep; cookies: string[] };

const SCHEME = /^https:/;

/** Sign-in, session and sign-out of a browser. The routes (`./routes.js`) are built on it. */
export class WebAuth {
  readonly origin: string;
  readonly basePath: string;
  readonly login: Login;
  readonly party: RelyingParty | null;
  readonly sessions: BrowserSessions;
  readonly receiveLogout: ReturnType<typeof createLogoutReceiver> | null;
  readonly #renewals = new Map<string, Promise<string | null>>();

  constructor(readonly settings: WebAuthSettings) {
    const { atrium, store, appId, hosted } = settings;
    this.origin = new URL(settings.origin).origin;
    this.basePath = settings.basePath ?? "/auth";
    this.login = createLogin(atrium, { store, ...(appId ? { appId } : {}) });
    this.sessions = new BrowserSessions(store, this.#secure);
    const { baseUrl } = atrium;
    const redirectUri = `${this.origin}${this.basePath}/callback`;
    this.party = hosted ? createRelyingParty({ ...hosted, baseUrl, redirectUri }) : null;
    this.receiveLogout = hosted
      ? createLogoutReceiver({ baseUrl, clientId: hosted.clientId, store })
      : null;
  }

  get signInPath(): string {
    return this.settings.signInPath ?? `${this.basePath}/sign-in`;
  }

  get stepUpPath(): string {
    return this.settings.stepUpPath ?? "/step-up";
  }

  /** Returns the signed-in user. A direct session is looked up at the service, so that one that ended
   *  elsewhere is over at the next request.
   *  @returns null when no user is signed in */
  async user(request: { headers: Headers }): Promise<CurrentUser | null> {
    return (await this.find(request)).user;
  }

  /** Like `user`, with the code of a session that ended since the last request, to show to its user. The
   *  session is deleted here. */
  async find(request: { headers: Headers }): Promise<FoundUser> {
    const session = await this.sessions.find(request.headers);
    if (!session) return { user: null, ended: null };
    const { userId: id, email } = session;
    try {
      const identity = await this.#lookUp(session, request);
      return { user: { id, email, session, identity } };
    } catch (error) {
      if (!isSessionOver(error) && !(error instanceof SessionEndedHere)) throw error;
      await this.sessions.end(request.headers);
      return { user: null, ended: error.code };
    }
  }

  /** The password stage of a page of yours. Like every change, it is refused to pages of other sites. */
  async signIn(
    request: Request,
    credentials: { email: string; password: string },
  ): Promise<SignInResult> {
    expectOwnPage(request.headers, this.origin);
    const trustedDevice = cookieOf(request.headers, this.#deviceCookie) ?? undefined;
    const from = this.endUser(request);
    return this.#goOn(request, await this.login.preflight(credentials, { ...from, trustedDevice }));
  }

  /** The code stage: of this browser's pending login. */
  async enterCode(
    request: Request,
    proof: { code: string; rememberDevice?: boolean },
  ): Promise<SignInResult> {
    expectOwnPage(request.headers, this.origin);
    const pending = await this.sessions.pending(request.headers);
    if (pending?.kind !== "code") throw new RefusedRequest(409, "No login waits for a code");
    return this.#goOn(request, await this.login.verify(pending.step, proof, this.endUser(request)));
  }

  /** Returns the pending login of this browser, to show at the code stage. */
  async pendingCode(request: { headers: Headers }) {
    const pending = await this.sessions.pending(request.headers);
    return pending?.kind === "code" ? pending.step : null;
  }

  /** A step-up within the user's session. `email_otp` without a code sends one.
   *  @returns null once the user is proven, or the challenge that was sent */
  async stepUp(request: Request, proof: Parameters<Login["reverify"]>[1]) {
    expectOwnPage(request.headers, this.origin);
    const session = await this.sessions.find(request.headers);
    if (session?.kind !== "direct") throw new RefusedRequest(401, "Nobody is signed in who could");
    const answer = await this.login.reverify(session.sessionId, proof, this.endUser(request));
    if ("challenge" in answer) return answer.challenge;
    const provenUntil = Date.parse(answer.expires_at);
    await this.sessions.change(request.headers, { ...session, provenUntil });
    return null;
  }

  /** Uses up the user's fresh proof for one dangerous action.
   *  @returns false when there is none: send the user to step up */
  async spendProof(request: { headers: Headers }): Promise<boolean> {
    const session = await this.sessions.find(request.headers);
    if (session?.kind !== "direct" || session.provenUntil < Date.now()) return false;
    await this.sessions.change(request.headers, { ...session, provenUntil: 0 });
    return true;
  }

  /** Returns the access token of a session of the service's own pages, for its userinfo. It is renewed when
   *  it ends within a minute, or immediately with `renew`; parallel calls share one renewal.
   *  @returns null without a user, for a direct session, and for a session that turns out to be over */
  async accessToken(
    request: { headers: Headers },
    { renew = false }: { renew?: boolean } = {},
  ): Promise<string | null> {
    const user = await this.user(request);
    const session = user?.session;
    if (session?.kind !== "hosted" || !this.party) return null;
    if (!renew && Date.now() < session.tokens.expiresAt - 60_000) return session.tokens.accessToken;
    const { refreshToken = "" } = session.tokens;
    const renewing = this.#renewals.get(refreshToken) ?? this.#renewal(request, session);
    this.#renewals.set(refreshToken, renewing);
    try {
      return await renewing;
    } finally {
      this.#renewals.delete(refreshToken);
    }
  }

  /** Ends the session here and at the service.
   *  @returns next address for the browser, which is the service for a hosted session */
  async signOut(request: Request, returnTo = "/"): Promise<{ to: string; cookies: string[] }> {
    expectOwnPage(request.headers, this.origin);
    const session = await this.sessions.find(request.headers);
    const cookies = await this.sessions.end(request.headers);
    if (session?.kind === "direct") {
      await this.login.end(session.sessionId, this.endUser(request)).catch((error) => {
        if (!isSessionOver(error)) throw error;
      });
    }
    const to =
      session?.kind === "hosted" && this.party
        ? this.party.endSessionUrl(session.tokens, this.origin + returnTo)
        : returnTo;
    return { to, cookies };
  }

  /** Returns the end user of a request, for the service. */
  endUser(request: Request): { endUser?: EndUser } {
    const endUser = this.settings.endUserOf?.(request);
    return endUser ? { endUser } : {};
  }

  /** A refresh token works once: if another server was faster, the store has the new one. */
  async #renewal(request: { headers: Headers }, session: HostedSession): Promise<string | null> {
    try {
      const tokens = await this.party?.refresh(session.tokens);
      if (!tokens) return null;
      await this.sessions.change(request.headers, { ...session, tokens, seen: Date.now() });
      return tokens.accessToken;
    } catch (error) {
      if (!(error instanceof AtriumFailure) || error.code !== "invalid_grant") throw error;
      const now = await this.sessions.find(request.headers);
      if (now?.kind === "hosted" && now.tokens.refreshToken !== session.tokens.refreshToken)
        return now.tokens.accessToken;
      await this.sessions.end(request.headers);
      return null;
    }
  }

  get #secure(): boolean {
    return SCHEME.test(this.origin);
  }

  get #deviceCookie(): string {
    return cookieName("atrium_device", this.#secure);
  }

  async #goOn(request: Request, step: LoginStep): Promise<SignInResult> {
    if (step.kind === "enrolment_required") return { step, cookies: [] };
    if (step.kind === "otp_required") {
      const cookies = await this.sessions.beginPending(request.headers, { kind: "code", step });
      return { step, cookies };
    }
    const session = await this.login.exchange(step, this.endUser(request));
    const cookies = await this.sessions.begin(request.headers, {
      kind: "direct",
      userId: session.user.id,
      email: session.user.email,
      sessionId: session.session_id,
      accountSessionId: session.account_session_id,
      since: Date.now(),
      provenUntil: 0,
    });
    const device = step.trusted_device;
    if (!device) return { step, cookies };
    const maxAge = (Date.parse(device.expires_at) - Date.now()) / 1000;
    const line = cookieLine(this.#deviceCookie, device.token, { secure: this.#secure, maxAge });
    return { step, cookies: [...cookies, line] };
  }

  /** @throws AtriumError or EndedHere for a session that is over */
  async #lookUp(session: BrowserSession, request: { headers: Headers }): Promise<Identity | null> {
    if (session.kind === "direct") {
      const from = request instanceof Request ? this.endUser(request) : {};
      return this.login.identity(session.sessionId, from);
    }
    const now = Date.now();
    if (now - session.seen > session.idleMs) throw new SessionEndedHere("session_idle_timeout");
    if (await this.sessions.isLoggedOut(session)) throw new SessionEndedHere("revoked");
    // Written at most once a minute: a page may send many requests.
    if (now - session.seen > 60_000)
      await this.sessions.change(request.headers, { ...session, seen: now });
    return null;
  }
}

/** A hosted session that is over by this application's own data. */
class SessionEndedHere extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Makes sessions for a web application, over your store. Use `@atrium/express` or `@atrium/next` where they
 *  fit; both are built on this.
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createWebAuth } from "@atrium/client/web";
 *
 *  const auth = createWebAuth({
 *    atrium: createAtrium(settings),
 *    origin: "http://localhost:4000",
 *    appId: settings.appId,
 *    store: memoryStore(),
 *  });
 *  const headers = { origin: "http://localhost:4000" };
 *  const request = new Request("http://localhost:4000/sign-in", { method: "POST", headers });
 *  const { step, cookies } = await auth.signIn(request, { email: person.email, password: person.password });
 *  console.log(step.kind, cookies.length);
 */
export function createWebAuth(settings: WebAuthSettings): WebAuth {
  return new WebAuth(settings);
}
