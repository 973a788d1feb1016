import { invalidGrant, laterAt, type ReasonRows } from "@/lib/kernel/errors/row";

/** Reasons for which a sign-in fails, the same on every plane (spec, Code vocabulary). */
export const loginFailures = {
  invalid_credentials: {
    status: 401,
    oauth: { ...invalidGrant, description: "invalid credentials" },
    cause:
      "The address, the password, the code, the grant or the link is wrong, has been used, or has expired. The answer is the same, byte for byte, for an address without an account, so that it does not reveal who has one.",
    remedy:
      "Tell the user that the sign-in failed, and let them type again or request a new link. Don't repeat the same proof: a few failures lock the account for a while.",
  },
  rate_limited: {
    status: 429,
    oauth: laterAt(429),
    cause:
      "The caller has sent more requests than the limit of this kind of call allows. The call decides what is counted: a credential, a client, a user, an installation or a network. [The limits](API.md#limits) name them all.",
    remedy:
      "Wait for the seconds in `Retry-After`, with jitter, and send the same request again. If it comes back often, cache what you request: a machine token is good for 15 minutes, and a token for each call is the most common cause.",
  },
  login_temporarily_locked: {
    status: 429,
    oauth: laterAt(429),
    cause:
      "Too many sign-ins have failed for this account or from this network. The service's own brake and the tenant's lockout answer alike.",
    remedy:
      "Tell the user to try again later; `Retry-After` says when. Don't repeat the sign-in automatically. An administrator can unlock a user who is in a hurry. If the whole office is locked out, send `x-end-user-ip` from your backend, with the user's address and not its own.",
  },
} as const satisfies ReasonRows;
