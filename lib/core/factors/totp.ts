import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds.
const PERIOD_SECONDS = 30;
/** Accepts codes of the previous and the next step too: clocks differ, and people type slowly (RFC 6238
 *  §5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

export const TOTP_DIGITS = 6;

/** Returns a new secret for an authenticator app, in base 32: 160 bits (RFC 4226 §4, R6). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI that an authenticator app reads from a QR code.
 *  @param issuer the tenant's name
 *  @param account the user's address */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  return generator(secret, issuer.replaceAll(":", " "), account).toString();
}

/** Returns the time step for which a code is right at this moment.
 *  @returns null for a wrong code */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const delta = generator(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** Returns the stored form of a secret: sealed, and bound to its factor. */
export function sealTotpSecret(factorId: string, secret: string): Buffer<ArrayBuffer> {
  return seal("totp-secret", factorId, secret);
}

/** @throws Error when it was altered, or sealed under another master key */
export function unsealTotpSecret(factorId: string, sealed: Uint8Array): string {
  const secret = unseal("totp-secret", factorId, sealed);
  if (typeof secret !== "string") throw new Error("A sealed secret is a text");
  return secret;
}

function generator(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: TOTP_DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
