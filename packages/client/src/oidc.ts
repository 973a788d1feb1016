// What `@atrium/client/oidc` offers: signing in at the service's own pages.
export {
  createRelyingParty,
  type HostedTokens,
  type PendingSignIn,
  type RelyingParty,
  type RelyingPartySettings,
} from "./relying-party.js";
