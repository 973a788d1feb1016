/** A passkey with the fields that verify a proof (WebAuthn level 3, §4 "credential record"). */
export interface Passkey {
  id: string;
  userId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  signCount: number;
  transports: string[];
  backupEligible: boolean;
  backedUp: boolean;
  rpId: string;
}

/** Returns the `amr` values of a passkey (RFC 8176): one that may be copied is a key in software, any
 *  other one in hardware. With user verification it is two factors. */
export function passkeyMethods({ backupEligible }: Pick<Passkey, "backupEligible">): string[] {
  return [backupEligible ? "swk" : "hwk", "user", "mfa"];
}
