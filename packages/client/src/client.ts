// Entry point of `@atrium/client`: calls and logins. `./verify.js`, `./oidc.js` and `./web.js` have the rest.
export { type Atrium, type AtriumSettings, createAtrium } from "./atrium.js";
export type { CallOptions, EndUser, Route, RouteAnswer, RouteInput } from "./calls.js";
export { type CookieJar, cookieStore } from "./cookie-store.js";
export { type FollowedEvents, followAuditEvents } from "./follow-events.js";
export type * from "./generated/types.js";
export type { ForUser, NewSession } from "./live-sessions.js";
export { createLogin, type Login, type LoginSettings } from "./login.js";
export type {
  EnrolmentRequired as EnrolmentStep,
  Granted,
  LoginStep,
  OtpRequired as OtpStep,
} from "./login-steps.js";
export { memoryStore } from "./memory-store.js";
export {
  type AtriumError,
  isAtriumError,
  isSessionOver,
  type ProblemCode,
  type SessionEnd,
} from "./problems.js";
export { type RedisCommand, redisStore } from "./redis-store.js";
export type { SharedStore, Store } from "./store.js";
