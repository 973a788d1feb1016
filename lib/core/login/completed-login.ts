import type { FactorMethod, FactorType } from "@/lib/core/factors/factor";
import type { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";

/** Through what a person signs in: the tenant's own backend, or the hosted pages. */
export type LoginChannel = "direct" | "hosted";

/** Somebody has proven who they are. A direct login exchanges it for a session by a one-time grant, the
 *  hosted plane hands it to the provider. */
export interface CompletedLogin {
  userId: string;
  authTime: Date;
  /** Authentication methods (RFC 8176): `pwd`, `otp` when a code was redeemed, `hwk` or `swk` and `user` for a passkey,
   *  `mfa` when a factor of the user's own was among them. */
  amr: string[];
  trustedDeviceId: string | null;
  /** What led here, when it was a link and not a login. */
  kind: null | "invitation" | "password_reset";
}

/** A direct login's one-time grant, shown once. */
export interface LoginGrant {
  secret: string;
  expiresAt: Date;
}

/** A trusted device's token, which only this answer carries. */
export interface IssuedTrustedDevice {
  id: string;
  token: string;
  windowDays: number;
  expiresAt: Date;
}

/** A code is asked for by email; this is what binds the tries to the login that asked for it. */
export interface CodeChallenge {
  token: string;
  /** Whether a code was sent for it. If not, too many were asked for or tried: the one before, if it is still good,
   *  answers to this challenge, and another is sent when `resendAfterSeconds` are over. */
  sent: boolean;
  maskedEmail: string;
  codeLength: number;
  expiresAt: Date;
  resendAfterSeconds: number;
}

/** An app's code or a recovery code is asked for. */
interface TypedChallenge {
  type: "totp" | "recovery_code";
  token: string;
  codeLength: number;
  expiresAt: Date;
}

/** A passkey is asked for. */
interface PasskeyChallenge {
  type: "passkey";
  token: string;
  passkey: PasskeyRequestOptions;
  expiresAt: Date;
}

/** A challenge of a login: what is asked for now, all that would do, and what the policy in force allows on the way out. */
export type LoginChallenge = (
  | ({ type: "email_otp" } & CodeChallenge)
  | TypedChallenge
  | PasskeyChallenge
) & {
  methods: FactorMethod[];
  rememberDeviceAllowed: boolean;
  trustedDeviceDays: number;
};

/** A user must add a factor before the sign-in is complete. The token stands for the sign-in. */
export interface Enrolment {
  token: string;
  methods: FactorType[];
  expiresAt: Date;
}

/** A login that is complete. `grant` is there for the direct channel only; `trustedDevice` when a device
 *  was added, or when a known one must replace its token by this one. */
export interface LoginSuccess {
  login: CompletedLogin;
  grant: LoginGrant | null;
  trustedDevice: IssuedTrustedDevice | null;
}

/** What the last stage of a login leads to. */
export type LoginEnd =
  | ({ status: "grant" } & LoginSuccess)
  | { status: "enrolment_required"; enrolment: Enrolment };

/** What the password stage of a login leads to. */
export type LoginOutcome = LoginEnd | { status: "otp_required"; challenge: LoginChallenge };

/** The grant of a direct login.
 *  @throws Error for a hosted one, which has none */
export function directGrant({ grant }: Pick<LoginSuccess, "grant">): LoginGrant {
  if (!grant) throw new Error("Only a direct login ends in a grant");
  return grant;
}
