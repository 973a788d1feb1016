import type Provider from "oidc-provider";
import { inBatch } from "@/lib/db/batch";
import { batched } from "@/lib/db/batch-loader";
import { type PresentedProof, takeProofs } from "@/lib/installations/used-proof-store";
import { currentProviderRequest } from "@/lib/oidc/provider/provider-request";

/** What proofs of possession may be signed with (RFC 9449 §4.2). */
export const proofAlgorithms = ["ES256", "EdDSA", "Ed25519"] as const;

/** Has the provider take each proof of possession once (RFC 9449 §11.1). It would look first and write later, so that the
 *  same proof could pass in two processes at once: here one statement decides. */
export function takeProofsOnce({ ReplayDetection }: Provider): void {
  ReplayDetection.unique = (clientId: string, jti: string, exp: number) => {
    const proof = { keyThumbprint: `dpop ${clientId}`, jti, expiresAt: new Date(exp * 1000) };
    return takeOnce(currentProviderRequest().scope, proof);
  };
}

/** Takes a proof by the statement that takes those of the environment's other requests of the moment: a row and its commit for
 *  each would cost more than the check of its signature. */
const takeOnce = batched<PresentedProof, boolean>((scope, proofs) =>
  inBatch(scope, (db) => takeProofs(db, proofs)),
);
