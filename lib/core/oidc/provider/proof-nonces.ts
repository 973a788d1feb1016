import ServerChallenge from "oidc-provider/lib/helpers/challenge.js";
import { deriveKey } from "@/lib/kernel/crypto/keyring";

/** The secret that the nonces of proofs follow from, beside the time. Every process has it. */
export const nonceSecret = () => deriveKey("dpop-nonce");

let nonces: ServerChallenge | undefined;

/** The nonce that the provider gives at this moment, with or without an answer of its own. */
export function newestNonce(): string {
  nonces ??= new ServerChallenge(nonceSecret(), "DPoP");
  return nonces.nextChallenge();
}
