import type { Atrium } from "./atrium.js";
import type { EndUser, RouteAnswer, RouteInput } from "./calls.js";
import { isSessionOver } from "./problems.js";
import type { Store } from "./store.js";

/** A new session. Its activity token is in the store. */
export type NewSession = Omit<
  RouteAnswer<"POST /api/v1/auth/session/exchange">,
  "session_activity_token"
>;

/** End user of a call, and its signal. */
export interface ForUser {
  endUser?: EndUser;
  signal?: AbortSignal;
}

type Reverify = RouteInput<"POST /api/v1/auth/session/reverify">["body"];
/** Each kind of proof, without the session's id. */
type Proof<Kind = Reverify> = Kind extends unknown ? Omit<Kind, "session_id"> : never;

/** A month: the service ends a session that is idle for longer. */
const ACTIVITY_SECONDS = 30 * 24 * 3600;

/** An hour: no code is valid for longer. */
const CHALLENGE_SECONDS = 3600;

/** Calls about a session. Each one sends the session's activity token, where the route requires it, and
 *  stores the new one. */
export class LiveSessions {
  constructor(
    protected readonly atrium: Atrium,
    protected readonly settings: { store: Store; appId?: string },
  ) {}

  /** Returns the signed-in user, with every membership.
   *  @throws AtriumError, for which `isSessionOver` says whether the user has to sign in again */
  async identity(
    sessionId: string,
    from: ForUser = {},
  ): Promise<Omit<RouteAnswer<"GET /api/v1/auth/me">, "session_activity_token">> {
    const headers = await this.#activityOf(sessionId);
    const { session_activity_token, ...identity } = await this.#over(sessionId, () =>
      this.atrium.call("GET /api/v1/auth/me", { headers, ...from }),
    );
    await this.keepActivity(sessionId, session_activity_token);
    return identity;
  }

  /** Returns a user access token for your app, for the services behind you. It lives five minutes;
   *  `createVerifier` checks it. */
  async token(
    sessionId: string,
    { organizationId, appId, ...from }: ForUser & { organizationId?: string; appId?: string } = {},
  ): Promise<RouteAnswer<"POST /api/v1/auth/token">> {
    const app = appId ?? this.settings.appId;
    if (!app) throw new TypeError("A token is for an app: name appId");
    const body = {
      session_id: sessionId,
      app_id: app,
      ...(organizationId ? { organization_id: organizationId } : {}),
    };
    const headers = await this.#activityOf(sessionId);
    const call = () => this.atrium.call("POST /api/v1/auth/token", { body, headers, ...from });
    return this.#over(sessionId, call);
  }

  /** A step-up: a fresh proof within the session. Without a `code`, `email_otp` sends one and returns its
   *  challenge, whose token is stored and sent along with the code. */
  async reverify(
    sessionId: string,
    proof: Proof,
    from: ForUser = {},
  ): Promise<RouteAnswer<"POST /api/v1/auth/session/reverify">> {
    const body = { ...proof, session_id: sessionId } as Reverify;
    const place = challengeOf(sessionId);
    const token =
      body.method === "email_otp" && body.code ? await this.settings.store.get(place) : null;
    const headers: Record<string, string> = token ? { "x-login-challenge": token } : {};
    const answer = await this.#over(sessionId, () =>
      this.atrium.call("POST /api/v1/auth/session/reverify", { body, headers, ...from }),
    );
    if ("challenge" in answer && answer.challenge.type === "email_otp")
      await this.settings.store.set(place, answer.challenge.token, CHALLENGE_SECONDS);
    else if (token) await this.settings.store.delete(place);
    return answer;
  }

  /** Ends the session at the service, so that a copied id is useless. */
  async end(sessionId: string, from: ForUser = {}): Promise<void> {
    const body = { session_id: sessionId };
    await this.atrium.call("POST /api/v1/auth/session/invalidate", { body, ...from });
    await this.forget(sessionId);
  }

  /** Deletes the session's activity token here alone. */
  forget(sessionId: string): Promise<void> {
    return this.settings.store.delete(placeOf(sessionId));
  }

  protected keepActivity(sessionId: string, token: string): Promise<void> {
    return this.settings.store.set(placeOf(sessionId), token, ACTIVITY_SECONDS);
  }

  async #activityOf(sessionId: string): Promise<Record<string, string>> {
    const token = await this.settings.store.get(placeOf(sessionId));
    return token ? { "x-session-activity": token } : {};
  }

  /** Runs a call about a session, and deletes the activity token of a session that is over. */
  async #over<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isSessionOver(error)) await this.forget(sessionId);
      throw error;
    }
  }
}

const placeOf = (sessionId: string) => `activity:${sessionId}`;
const challengeOf = (sessionId: string) => `step-up:${sessionId}`;
