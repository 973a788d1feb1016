import { decodeJwt } from "jose";
import type Provider from "oidc-provider";
import type { TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import { batched } from "@/lib/db/batch-loader";
import { type PresentedProof, takeProofs } from "@/lib/installations/used-proof-store";
import { findPayload, type StoredPayload } from "@/lib/oidc/payloads/oidc-payload-store";
import { currentProviderRequest, type ProviderRequest } from "@/lib/oidc/provider/provider-request";

// A row and a commit of its own for each proof would cost more than the check of its signature. So what arrives at once
// shares a statement, and the look at an access token takes the proof along.

/** What proofs of possession may be signed with (RFC 9449 §4.2). */
export const proofAlgorithms = ["ES256", "EdDSA", "Ed25519"] as const;

/** How long a proof is remembered: longer than a nonce is taken, so that nobody can present the proof again. */
const REMEMBERED_SECONDS = 300;

/** Has the provider take each proof of possession once (RFC 9449 §11.1). It would look first and write later, so that the
 *  same proof could pass in two processes at once: here one statement decides. */
export function takeProofsOnce({ ReplayDetection }: Provider): void {
  ReplayDetection.unique = async (clientId: string, jti: string) => {
    const current = currentProviderRequest();
    const { taken } = current;
    current.taken = undefined;
    if (taken?.clientId === clientId && taken.jti === jti) return taken.isFresh;
    return takeOnce(current.scope, proofOf(clientId, jti));
  };
}

/** Finds an access token and takes the proof that came with it. The provider asks for the token when it has verified the
 *  proof, and whether the proof was fresh as the next thing. */
export async function findWithProof(
  { scope, client }: ProviderRequest,
  token: string,
  jti: string,
): Promise<{ stored: StoredPayload | null; taken: ProviderRequest["taken"] }> {
  const clientId = client?.clientId ?? "";
  const { stored, isFresh } = await findAndTake(scope, { token, proof: proofOf(clientId, jti) });
  return { stored, taken: { clientId, jti, isFresh } };
}

/** The `jti` of a request's proof, which nobody has verified; undefined when there is none, or the provider will refuse it. */
export function unverifiedJti({ headers }: Request): string | undefined {
  const proof = headers.get("dpop");
  if (proof === null) return undefined;
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
