// Entry point of `@atrium/client/oidc`: sign-in at the service's own pages.
export {
  type DevicePrompt,
  type DeviceSignInSettings,
  type DeviceTokens,
  refreshDevice,
  signInDevice,
} from "./device-sign-in.js";
export {
  createRelyingParty,
  type HostedTokens,
  type PendingSignIn,
  type RelyingParty,
  type RelyingPartySettings,
} from "./relying-party.js";
