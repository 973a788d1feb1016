import type { AuthorizeProblem } from "@/lib/core/oidc/sign-in/authorize-request";
import { verifyIdToken } from "@/lib/core/signing-keys/verify-id-token";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the required user of an authorization request: the user of its `id_token_hint`, and the value of
 *  `sub` in `claims` (OpenID Connect Core §3.1.2.1, §5.5.1). Another user's session or sign-in does not
 *  satisfy the request.
 *  @returns null when the request requires no particular user
 *  @throws ServiceError when the keys can't be read at the moment */
export async function requiredUser(
  clientId: string,
  hint: string | null,
  subject: string | null,
): Promise<{ userId: string | null } | AuthorizeProblem> {
  if (hint === null) return { userId: subject };
  try {
    const { aud, sub } = await verifyIdToken(hint);
    if (aud !== clientId) return invalid("id_token_hint was issued to another client");
    if (subject !== null && subject !== sub)
      return invalid("id_token_hint and claims mean two different users");
    return { userId: sub };
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "malformed")
      return invalid(error.detail ?? "id_token_hint is not valid");
    throw error;
  }
}

const invalid = (description: string): AuthorizeProblem => ({
  error: "invalid_request",
  description,
});
