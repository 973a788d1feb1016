// What `@atrium/client/verify` offers: tokens, checked without asking the service.
export { createLogoutReceiver, type Logout, type LogoutSettings } from "./logout-token.js";
export { createVerifier, type UserClaims, type VerifierSettings } from "./verifier.js";
