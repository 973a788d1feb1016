import type { IncomingMessage, ServerResponse } from "node:http";
import type { Atrium } from "@atrium/client";
import type { CurrentUser, DirectSession } from "@atrium/client/web";
import type { ExpressAuth } from "@atrium/express";
import type { Settings } from "./settings";

/** Input of every handler. */
export interface Context {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  settings: Settings;
  atrium: Atrium;
  auth: ExpressAuth;
}

export type Handler = (context: Context) => Promise<void> | void;

/** Input of handlers for signed-in users. */
export interface SignedIn extends Context {
  user: CurrentUser & { session: DirectSession };
}

/** Atrium's codes of sessions that are over: clear the session and have the user sign in again. */
const OVER: Record<string, string> = {
  revoked: "You were signed out of this session.",
  expired: "Your session has ended. Please sign in again.",
  user_disabled: "This account is disabled. Please contact your administrator.",
  tenant_disabled: "Signing in is not possible at the moment.",
  not_found: "Please sign in again.",
  session_activity_invalid: "Please sign in again.",
  session_idle_timeout: "You were away for a while. Please sign in again.",
  session_activity_expired: "Your session has ended. Please sign in again.",
};

/** Explains to a user that the session is over; null for any other code. */
export function sessionOverText(code: string | null): string | null {
  return OVER[code ?? ""] ?? null;
}
