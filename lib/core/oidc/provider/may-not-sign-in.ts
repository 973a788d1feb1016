import { errors } from "oidc-provider";

/** How a relying party is told that a user was suspended or deleted while their sign-in went on, as the result of an
 *  interaction. */
export const MAY_NOT_SIGN_IN = {
  error: "access_denied",
  error_description: "the user may not sign in",
} as const;

/** The same for the provider to throw. */
export function mayNotSignIn(): Error {
  return new errors.AccessDenied(MAY_NOT_SIGN_IN.error_description);
}
