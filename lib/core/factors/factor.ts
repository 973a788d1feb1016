/** What a user proves themselves with besides the password: an authenticator app (`totp`) or a passkey. */
export type FactorType = "totp" | "passkey";

/** A factor as its owner and administrators may see it: nothing in it proves anything. */
export interface Factor {
  id: string;
  type: FactorType;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Which make of authenticator a passkey lives in; all zeros where the browser keeps that to itself. */
  aaguid: string | null;
  /** Whether a passkey has been copied to its owner's other devices; null for an app. */
  backedUp: boolean | null;
  /** How often a passkey's authenticator says that it was used: 0 where the authenticator does not count. Null for an app. */
  signCount: number | null;
  /** How a browser reaches the authenticator (WebAuthn level 3, §5.8.4). */
  transports: string[];
}

/** How a second factor is proven (contract, Factors). */
export type FactorMethod = "email_otp" | "totp" | "passkey" | "recovery_code";

/** What only the owner of a factor can prove. */
export const ownMethods = ["totp", "passkey", "recovery_code"] as const satisfies FactorMethod[];

/** How many factors of each type a user may have. A second app is a spare telephone; each one makes a guess likelier to
 *  be right. */
export const mostFactors: Record<FactorType, number> = { passkey: 10, totp: 2 };

/** How long a name of a factor may be, in characters. */
export const FACTOR_NAME_LENGTH = 100;
