import type { JWK } from "jose";
import { ServiceError } from "@/lib/kernel/errors";

/** Purposes of signing keys. One key serves one purpose, so that a token of one kind can't pass for
 *  another. */
export type SigningPurpose =
  | IdTokenPurpose
  | "machine_token"
  | "user_token"
  | "session_activity"
  | "audit_checkpoint"
  | "security_event";

/** Purposes of keys for ID tokens: one for each algorithm, because a key serves one (RFC 8725 §3.1). */
export type IdTokenPurpose = "id_token" | "id_token_ps256" | "id_token_es256" | "id_token_eddsa";

/** Algorithms by purpose. ID tokens use RS256, which every OpenID client must support, unless a client chose
 *  another algorithm. Security event tokens use RS256 too, the only one that the interoperability profile of
 *  CAEP guarantees to receivers (§2.6). The others use EdDSA (contract, OAuth). */
export const algorithms = {
  id_token: "RS256",
  machine_token: "EdDSA",
  user_token: "EdDSA",
  session_activity: "EdDSA",
  id_token_ps256: "PS256",
  id_token_es256: "ES256",
  id_token_eddsa: "EdDSA",
  audit_checkpoint: "EdDSA",
  security_event: "RS256",
} as const satisfies Record<SigningPurpose, string>;

/** Purpose of the key for a client's ID tokens, by its chosen algorithm. */
export const idTokenPurposes = {
  RS256: "id_token",
  PS256: "id_token_ps256",
  ES256: "id_token_es256",
  EdDSA: "id_token_eddsa",
} as const satisfies Record<string, IdTokenPurpose>;

/** An algorithm that ID tokens are signed with. */
export type IdTokenAlgorithm = keyof typeof idTokenPurposes;

/** Algorithms that a client may choose, the default first. */
export const idTokenAlgorithms = Object.keys(idTokenPurposes) as IdTokenAlgorithm[];

export interface SigningKey {
  kid: string;
  purpose: SigningPurpose;
  alg: string;
  publicJwk: JWK;
  privateJwk: JWK;
  activeFrom: Date;
  verifiesUntil: Date | null;
}

/** Seconds after which a caller may retry when no key signs. */
const RETRY_AFTER_SECONDS = 5;

/** Returns the keys of a purpose that sign now or signed before, the latest first. */
export function activatedKeys<
  Key extends Pick<SigningKey, "purpose" | "activeFrom" | "verifiesUntil">,
>(keys: readonly Key[], purpose: SigningPurpose, at: Date): Key[] {
  return keys
    .filter((key) => key.purpose === purpose && key.activeFrom <= at && verifies(key, at))
    .sort((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime());
}

/** Returns the key that signs now: the one that became active last.
 *  @throws ServiceError `unavailable` when none does: the clock is before them all, or there is no key */
export function signingKeyAt(
  keys: readonly SigningKey[],
  purpose: SigningPurpose,
  at: Date,
): SigningKey {
  const [newest] = activatedKeys(keys, purpose, at);
  if (!newest)
    throw new ServiceError("unavailable", {
      cause: new Error(`There is no active signing key for ${purpose}`),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  return newest;
}

/** Whether signatures of this key are still valid. A key is published before it signs. */
export function verifies(key: Pick<SigningKey, "verifiesUntil">, at: Date): boolean {
  return key.verifiesUntil === null || key.verifiesUntil > at;
}

const DAY = 24 * 60 * 60;

/** Seconds for which a key of each purpose verifies after its last signature: the longest lifetime of what it
 *  signs. An ID token is also sent at logout long after its expiry; activity state lives as long as the
 *  longest session that a policy allows. */
export const verifiesForSeconds: Record<SigningPurpose, number> = {
  id_token: 31 * DAY,
  machine_token: 15 * 60 + 60,
  user_token: 5 * 60 + 60,
  session_activity: 366 * DAY,
  id_token_ps256: 31 * DAY,
  id_token_es256: 31 * DAY,
  id_token_eddsa: 31 * DAY,
  // A log without new entries keeps its last checkpoint, and is not continued unless that is one of ours.
  audit_checkpoint: 3660 * DAY,
  // A security event token has no expiry. A receiver stores one for a month at most before it reads it.
  security_event: 31 * DAY,
};

/** State of a key at a time: it is published before it signs, and verifies after it signed. */
export type KeyState = "published" | "signing" | "verifying" | "retired";

/** State of a key among all of its purpose. */
export function keyStateAt(
  key: Pick<SigningKey, "kid" | "purpose" | "activeFrom" | "verifiesUntil">,
  all: readonly Pick<SigningKey, "kid" | "purpose" | "activeFrom" | "verifiesUntil">[],
  at: Date,
): KeyState {
  if (key.verifiesUntil !== null && key.verifiesUntil <= at) return "retired";
  if (key.activeFrom > at) return "published";
  const overtaken = all.some(
    (other) =>
      other.purpose === key.purpose && other.activeFrom > key.activeFrom && other.activeFrom <= at,
  );
  return overtaken ? "verifying" : "signing";
}
