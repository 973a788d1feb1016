/** Type of a factor that a user has besides the password: an authenticator app (`totp`) or a passkey. */
export type FactorType = "totp" | "passkey";

/** A factor as its owner and administrators may see it, without secrets. */
export interface Factor {
  id: string;
  type: FactorType;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Make of a passkey's authenticator; all zeros when the browser does not disclose it. */
  aaguid: string | null;
  /** Whether a passkey has been copied to its owner's other devices; null for an app. */
  backedUp: boolean | null;
  /** Number of uses that a passkey's authenticator reports: 0 when the authenticator does not count. Null
   *  for an app. */
  signCount: number | null;
  /** Transports by which a browser reaches the authenticator (WebAuthn level 3, §5.8.4). */
  transports: string[];
}

/** Method by which a second factor is proven (contract, Factors). */
export type FactorMethod = "email_otp" | "totp" | "passkey" | "recovery_code";

/** Methods that only the owner of a factor can prove. */
export const ownMethods = ["totp", "passkey", "recovery_code"] as const satisfies FactorMethod[];

/** Maximum number of factors of each type per user. A second app is a spare telephone; each further one
 *  makes a guess more likely to be right. */
export const mostFactors: Record<FactorType, number> = { passkey: 10, totp: 2 };

/** Maximum length of a factor's name, in characters. */
export const FACTOR_NAME_LENGTH = 100;
