import type { Challenge, FactorMethod, FactorType } from "@/lib/core/factors/factor";

/** Channel of a sign-in: the tenant's own backend, or the hosted pages. */
export type LoginChannel = "direct" | "hosted";

/** A login whose user has proven who they are. A direct login exchanges it for a session by a one-time
 *  grant; the hosted plane passes it to the provider. */
export interface CompletedLogin {
  userId: string;
  authTime: Date;
  /** Authentication methods (RFC 8176): `pwd`, `otp` when a code was redeemed, `hwk` or `swk` and `user`
   *  for a passkey, `mfa` when a factor of the user's own was among them. */
  amr: string[];
  trustedDeviceId: string | null;
  /** Kind of the link that led to the login; null for a login without a link. */
  kind: null | "invitation" | "password_reset";
}

/** A direct login's one-time grant, shown once. */
export interface LoginGrant {
  secret: string;
  expiresAt: Date;
}

/** A trusted device's token. Only this response carries it. */
export interface IssuedTrustedDevice {
  id: string;
  token: string;
  windowDays: number;
  expiresAt: Date;
}

/** Challenge of a login: the method required now, all methods that are accepted, and the trust offers of
 *  the policy in force. */
export type LoginChallenge = Challenge & {
  methods: FactorMethod[];
  rememberDeviceAllowed: boolean;
  trustedDeviceDays: number;
};

/** Requires the user to add a factor before the sign-in is complete. The token stands for the sign-in. */
export interface Enrolment {
  token: string;
  methods: FactorType[];
  expiresAt: Date;
}

/** A login that is complete. `grant` is set for the direct channel only; `trustedDevice` when a device was
 *  added, or when a known one must replace its token by this one. */
export interface LoginSuccess {
  login: CompletedLogin;
  grant: LoginGrant | null;
  trustedDevice: IssuedTrustedDevice | null;
}

/** Outcome of the last stage of a login. */
export type LoginEnd =
  | ({ status: "grant" } & LoginSuccess)
  | { status: "enrolment_required"; enrolment: Enrolment };

/** Outcome of the password stage of a login. */
export type LoginOutcome = LoginEnd | { status: "otp_required"; challenge: LoginChallenge };

/** Returns the grant of a direct login.
 *  @throws Error for a hosted login, which has no grant */
export function directGrant({ grant }: Pick<LoginSuccess, "grant">): LoginGrant {
  if (!grant) throw new Error("Only a direct login ends in a grant");
  return grant;
}
