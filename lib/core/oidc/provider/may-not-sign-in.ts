import { errors } from "oidc-provider";

/** Result of an interaction whose user was suspended or deleted during the sign-in, for the relying party. */
export const MAY_NOT_SIGN_IN = {
  error: "access_denied",
  error_description: "the user may not sign in",
} as const;

/** The same as an error for the provider. */
export function mayNotSignIn(): Error {
  return new errors.AccessDenied(MAY_NOT_SIGN_IN.error_description);
}
