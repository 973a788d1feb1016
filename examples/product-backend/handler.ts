import type { IncomingMessage, ServerResponse } from "node:http";
import type { Atrium } from "@atrium/client";
import type { CurrentUser, DirectSession } from "@atrium/client/web";
import type { ExpressAuth } from "@atrium/express";
import type { Settings } from "./settings";

/** What every handler works with. */
export interface Context {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  settings: Settings;
  atrium: Atrium;
  auth: ExpressAuth;
}

export type Handler = (context: Context) => Promise<void> | void;

/** Somebody is signed in. */
export interface SignedIn extends Context {
  user: CurrentUser & { session: DirectSession };
}

/** Codes with which Atrium says that a session is over: clear it and have the user sign in again. */
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

/** What to tell a user whose session is over, or null for a code that says something else. */
export function farewell(code: string | null): string | null {
  return OVER[code ?? ""] ?? null;
}
