import type { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import type { Passkey } from "@/lib/core/factors/passkey-store";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import type { CodePurpose, CodeRow } from "@/lib/core/one-time-codes/code";
import type { User } from "@/lib/core/users/user";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import type { SignInFactor } from "@/lib/kernel/process/counters";

/** Types of the factors that a user adds besides the password: an authenticator app (`totp`) or a passkey. */
export const factorTypes = ["totp", "passkey"] as const;
export type FactorType = (typeof factorTypes)[number];

/** Methods by which a second factor is proven (contract, Factors). */
export const factorMethods = ["email_otp", "totp", "passkey", "recovery_code"] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** Methods whose proof is a typed code. */
export const typedMethods = ["email_otp", "totp", "recovery_code"] as const;
export type TypedMethod = (typeof typedMethods)[number];

/** Methods that only the owner of a factor can prove. */
export const ownMethods = ["totp", "passkey", "recovery_code"] as const satisfies FactorMethod[];

/** A way to prove who a user is besides the password. `factors.ts` lists all of them. Which of them count
 *  at a moment is decided in `login/what-to-show`. */
export interface Factor<Method extends FactorMethod> {
  method: Method;
  /** Name in the counters of sign-ins and in the events of failed ones. */
  signInName: SignInFactor;
  /** Name in the event of a step-up. */
  stepUpName: "otp" | Exclude<FactorMethod, "email_otp">;
  /** Opens the challenge of a sign-in whose password was right, or of a step-up.
   *  @throws ServiceError `login_temporarily_locked` while the tries of the previous one are used up */
  begin(
    db: Queryable,
    request: ChallengeRequest & { plane: PlaneKeys },
  ): Promise<Challenge & { type: Method }>;
  /** Verifies a proof and writes nothing: redeeming the result spends it.
   *  @returns null for a wrong proof */
  verify(proof: PresentedCode & PresentedPasskey): Promise<VerifiedProof | null>;
}

/** A factor whose proof is a typed code. */
export interface TypedFactor<Method extends TypedMethod> extends Factor<Method> {
  /** Number of digits of a code. */
  digits: number;
  /** `amr` values of a proof (RFC 8176). */
  amr: string[];
}

/** A factor that a user adds. */
export interface AddedByUser<Type extends FactorType> extends Factor<Type> {
  /** Maximum number per user. */
  most: number;
  /** Name in messages. */
  plural: string;
  /** Whether a user who has one can prove it on a plane. */
  isUsable(plane: PlaneKeys): boolean;
  /** Whether one can be added on a plane, regardless of the policy. */
  isAddable(plane: PlaneKeys): boolean;
}

/** Relying party of a plane's pages, and a user's passkeys of it. */
export interface PlaneKeys {
  /** Null when the plane's pages have no relying party. */
  rp: RelyingParty | null;
  passkeys: readonly Passkey[];
}

/** Request for a proof. */
export interface ChallengeRequest {
  user: Pick<User, "id" | "email" | "locale">;
  purpose: CodePurpose;
  /** The session that a step-up belongs to; null for a login. */
  sessionId: string | null;
  /** Payload that the flow that redeems the challenge gets back. */
  payload: Record<string, unknown>;
  /** Request that required the proof; a message names its origin. */
  from: RequestContext;
}

/** A code that was requested by email. The token binds the tries to the login that requested it. */
export interface CodeChallenge {
  token: string;
  /** Whether a code was sent for this challenge. If not, too many were requested or tried: the previous
   *  code, if it is still valid, answers this challenge, and another one can be sent after
   *  `resendAfterSeconds`. */
  sent: boolean;
  maskedEmail: string;
  codeLength: number;
  expiresAt: Date;
  resendAfterSeconds: number;
}

/** Requires a proof. The token is presented with it. */
export type Challenge = { token: string; expiresAt: Date } & (
  | ({ type: "email_otp" } & CodeChallenge)
  | { type: "totp" | "recovery_code"; codeLength: number }
  | { type: "passkey"; passkey: PasskeyRequestOptions }
);
export type PasskeyChallenge = Challenge & { type: "passkey" };

/** A typed code, and the challenge that a mailed one belongs to. */
export interface PresentedCode {
  code: string;
  /** The address that a mailed code must have been sent to: the user's own. */
  email: string;
  row: CodeRow;
}

/** An authenticator's response, and the facts against which it is verified. */
export interface PresentedPasskey extends Pick<PlaneKeys, "rp"> {
  response: PasskeyAuthenticationResponse;
  /** Null when the challenge is unknown or expired: the proof is refused, at the same cost. */
  challenge: string | null;
  /** The passkey that the response names; null for an unknown one. */
  key: Passkey | null;
  /** Whether the response must name the user, because nothing else identifies them. */
  ofUser: boolean;
}

/** A right proof that is not redeemed yet. */
export interface VerifiedProof<Who = User> {
  /** `amr` values (RFC 8176). A code by email is no factor of the user's own: only the others add `mfa`. */
  amr: string[];
  /** Spends the proof, in the transaction of its result: of any number of parallel uses one gets true. */
  redeem(db: Queryable, user: Who, by: Redeemer): Promise<boolean>;
  /** Records, after the rollback, that the proof was used before. */
  recordReuse?(db: Queryable, by: Redeemer): Promise<void>;
}

/** The caller that presents a proof, the request's context, and the moment. */
export interface Redeemer {
  actor: Actor;
  context: RequestContext;
  at: Date;
}
