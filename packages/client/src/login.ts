import type { Atrium } from "./atrium.js";
import type { RouteInput } from "./calls.js";
import { type ForUser, LiveSessions, type NewSession } from "./live-sessions.js";
import { type LoginStep, type OtpRequired, stepOf } from "./login-steps.js";
import { memoryStore } from "./memory-store.js";
import type { Store } from "./store.js";

export interface LoginSettings {
  /** Stores activity tokens. Default: this process's memory; several servers need a store that they share. */
  store?: Store;
  /** Your app, which sessions are bound to. */
  appId?: string;
}

type Body<R extends Parameters<Atrium["call"]>[0]> =
  RouteInput<R> extends { body: infer Value } ? Value : never;

interface Remembering {
  /** Whether to trust the browser: the grant then has a `trusted_device`. */
  rememberDevice?: boolean;
  deviceName?: string;
}

/** Sign-in at a page of your own, and calls about the session. */
export class Login extends LiveSessions {
  /** The password stage.
   *  @param device the token of the browser's trusted device, if it has one */
  async preflight(
    credentials: Body<"POST /api/v1/auth/login/preflight">,
    { trustedDevice, ...from }: ForUser & { trustedDevice?: string | undefined } = {},
  ): Promise<LoginStep> {
    const headers: Record<string, string> = trustedDevice
      ? { "x-trusted-device": trustedDevice }
      : {};
    const route = "POST /api/v1/auth/login/preflight";
    const answer = await this.atrium.call(route, { body: credentials, headers, ...from });
    return stepOf(answer, credentials.email);
  }

  /** The second stage, by a code. The challenge's token goes along, so that an attacker who knows the address
   *  can't use up the tries of this login. */
  async verify(
    { email, challenge }: OtpRequired,
    {
      code,
      method,
      ...remembering
    }: Remembering & {
      code: string;
      method?: Body<"POST /api/v1/auth/login/verify-otp">["method"];
    },
    from: ForUser = {},
  ): Promise<LoginStep> {
    const { type } = challenge;
    // By default the route expects a mailed code.
    const of = method ?? (type === "passkey" ? undefined : type);
    const body = { email, code, ...(of ? { method: of } : {}), ...onWire(remembering) };
    const headers = { "x-login-challenge": challenge.token };
    const answer = await this.atrium.call("POST /api/v1/auth/login/verify-otp", {
      body,
      headers,
      ...from,
    });
    return stepOf(answer, email);
  }

  /** The second stage, by the result of `navigator.credentials.get` for the challenge's `passkey`. */
  async verifyPasskey(
    { email, challenge }: OtpRequired,
    {
      response,
      ...remembering
    }: Remembering & Pick<Body<"POST /api/v1/auth/passkeys/authentication">, "response">,
    from: ForUser = {},
  ): Promise<LoginStep> {
    const body = { token: challenge.token, response, ...onWire(remembering) };
    return stepOf(
      await this.atrium.call("POST /api/v1/auth/passkeys/authentication", { body, ...from }),
      email,
    );
  }

  /** Exchanges a grant for a session: once, within 60 seconds. The session's activity token goes into the
   *  store. */
  async exchange({ grant }: { grant: string }, from: ForUser = {}): Promise<NewSession> {
    const { appId } = this.settings;
    const body = { grant, ...(appId ? { app_id: appId } : {}) };
    const { session_activity_token, ...session } = await this.atrium.call(
      "POST /api/v1/auth/session/exchange",
      { body, ...from },
    );
    await this.keepActivity(session.session_id, session_activity_token);
    return session;
  }
}

function onWire({ rememberDevice, deviceName }: Remembering) {
  return {
    ...(rememberDevice === undefined ? {} : { remember_device: rememberDevice }),
    ...(deviceName === undefined ? {} : { device_name: deviceName }),
  };
}

/** Signs users in at a page of your own.
 *  @example
 *  import { createAtrium, createLogin } from "@atrium/client";
 *
 *  const login = createLogin(createAtrium(settings), { appId: settings.appId });
 *  let step = await login.preflight({ email: person.email, password: person.password });
 *  if (step.kind === "otp_required") step = await login.verify(step, { code: await askUser("code") });
 *  if (step.kind !== "grant") throw new Error("The user must add a factor first");
 *  const session = await login.exchange(step);
 *  const { user, memberships } = await login.identity(session.session_id);
 *  console.log(user.email, memberships.length);
 *  await login.end(session.session_id);
 */
export function createLogin(atrium: Atrium, settings: LoginSettings = {}): Login {
  return new Login(atrium, { ...settings, store: settings.store ?? memoryStore() });
}
