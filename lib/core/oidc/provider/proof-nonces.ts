import ServerChallenge from "oidc-provider/lib/helpers/challenge.js";
import { deriveKey } from "@/lib/kernel/crypto/keyring";

/** Secret from which the nonces of proofs are derived, together with the time. Every process has it. */
export const nonceSecret = () => deriveKey("dpop-nonce");

let nonces: ServerChallenge | undefined;

/** The provider's current nonce, with or without an answer of its own. */
export function newestNonce(): string {
  nonces ??= new ServerChallenge(nonceSecret(), "DPoP");
  return nonces.nextChallenge();
}
