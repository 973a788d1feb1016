// Entry point of `@atrium/client/verify`: tokens that your server receives, and their proofs.
export { createLogoutReceiver, type Logout, type LogoutSettings } from "./logout-token.js";
export type { PresentedProof } from "./possession.js";
export {
  createResourceGuard,
  type GuardedRequest,
  type ResourceGuardSettings,
  TokenRefused,
} from "./resource-guard.js";
export {
  createVerifier,
  type UserClaims,
  type VerifierSettings,
  type Verify,
} from "./verifier.js";
