import { decodeJwt } from "jose";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import { type PresentedProof, takeProofs } from "@/lib/core/installations/used-proof-store";
import {
  currentProviderRequest,
  type ProviderRequest,
} from "@/lib/core/oidc/provider/provider-request";
import { findPayload, type StoredPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { batched } from "@/lib/kernel/db/batch-loader";

// A row and a commit of its own for each proof would cost more than verifying its signature. So proofs that
// arrive together share a statement, and the lookup of an access token also takes its proof.

/** Algorithms of proofs of possession (RFC 9449 §4.2). */
export const proofAlgorithms = ["ES256", "EdDSA", "Ed25519"] as const;

/** Seconds for which a proof is remembered: longer than a nonce is valid, so that no proof can be
 *  replayed. */
const REMEMBERED_SECONDS = 300;

/** Makes the provider accept each proof of possession once (RFC 9449 §11.1). It would read first and write
 *  later, so that the same proof could pass in two processes at once: here one statement decides. */
export function takeProofsOnce({ ReplayDetection }: Provider): void {
  ReplayDetection.unique = async (clientId: string, jti: string) => {
    const current = currentProviderRequest();
    const { taken } = current;
    current.taken = undefined;
    if (taken?.clientId === clientId && taken.jti === jti) return taken.isFresh;
    return takeOnce(current.scope, proofOf(clientId, jti));
  };
}

/** Finds the access token of a request and takes its proof, which is verified by now: by us before the
 *  provider was called, or by the provider. In the first case the provider gets a token that is bound to no
 *  key, if the proof is of the token's key; in the second it checks next whether the proof was fresh.
 *  @throws InvalidToken for a proof that was taken before, or is of another key */
export async function findWithProof(
  current: ProviderRequest,
  token: string,
): Promise<StoredPayload | null> {
  const { scope, client, proof } = current;
  if (!proof) throw new Error("A request without a proof");
  const { jti, verifiedThumbprint } = proof;
  const clientId = client?.clientId ?? "";
  const { stored, isFresh } = await findAndTake(scope, { token, proof: proofOf(clientId, jti) });
  if (!stored || verifiedThumbprint === undefined) {
    current.taken = { clientId, jti, isFresh };
    return stored;
  }
  const { jkt, ...content } = stored.content;
  if (!isFresh) throw new errors.InvalidToken("DPoP proof JWT Replay detected");
  if (jkt !== verifiedThumbprint) throw new errors.InvalidToken("failed jkt verification");
  return { ...stored, content };
}

/** `jti` of an unverified proof; undefined when the provider will refuse the proof for it. */
export function unverifiedJti(proof: string): string | undefined {
  try {
    const { jti } = decodeJwt(proof);
    return typeof jti === "string" ? jti : undefined;
  } catch {
    return undefined;
  }
}

function proofOf(clientId: string, jti: string): PresentedProof {
  const expiresAt = secondsAfter(now(), REMEMBERED_SECONDS);
  return { keyThumbprint: `dpop ${clientId}`, jti, expiresAt };
}

const takeOnce = batched<PresentedProof, boolean>((scope, proofs) =>
  inBatch(scope, (db) => takeProofs(db, proofs)),
);

interface Presented {
  token: string;
  proof: PresentedProof;
}

interface Found {
  stored: StoredPayload | null;
  isFresh: boolean;
}

const findAndTake: (scope: TenantScope, presented: Presented) => Promise<Found> = batched(
  async (scope, presented: readonly Presented[]) => {
    const proofs = presented.map(({ proof }) => proof);
    const [fresh, ...stored] = await inBatch(scope, (db) =>
      Promise.all([
        takeProofs(db, proofs),
        ...presented.map(({ token }) => findPayload(db, "AccessToken", token)),
      ]),
    );
    return presented.map((_, at) => ({
      stored: stored[at] ?? null,
      isFresh: fresh[at] === true,
    }));
  },
);
