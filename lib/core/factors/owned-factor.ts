import type { FactorType } from "@/lib/core/factors/factor";

/** A factor as its owner and administrators may see it, without secrets. */
export interface OwnedFactor {
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

/** Maximum length of a factor's name, in characters. */
export const FACTOR_NAME_LENGTH = 100;
