// Entry point of `@atrium/client/web`: sessions of browsers. `@atrium/express` and `@atrium/next` are built
// on it.
export {
  type AccountSecurity,
  endOfAccountSecurity,
  readAccountSecurity,
} from "./web/account-security.js";
export {
  type CurrentUser,
  createWebAuth,
  type FoundUser,
  type SignInResult,
  type WebAuth,
  type WebAuthSettings,
} from "./web/auth.js";
export type { BrowserSession, DirectSession, HostedSession } from "./web/browser-sessions.js";
export { expectOwnPage, ownPath, RefusedRequest } from "./web/origin.js";
export { handleAuth } from "./web/routes.js";
