import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { beginCeremony, newChallenge } from "@/lib/core/factors/ceremony";
import type {
  AddedByUser,
  ChallengeRequest,
  PasskeyChallenge,
  PlaneKeys,
  PresentedPasskey,
  Redeemer,
  VerifiedProof,
} from "@/lib/core/factors/factor";
import { openChallenge } from "@/lib/core/factors/issue-code";
import { requestOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { findPasskey, notePasskeyUse, type Passkey } from "@/lib/core/factors/passkey-store";
import { noRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { relyingPartyOf } from "@/lib/core/factors/relying-party-store";
import { type PasskeyProof, verifyPasskey } from "@/lib/core/factors/verify-passkey";
import type { TenantScope } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** A passkey. With user verification it is two factors, so that it also signs a user in alone
 *  (`beginPasskey`). */
export const passkey = {
  method: "passkey",
  signInName: "passkey",
  stepUpName: "passkey",
  most: 10,
  plural: "passkeys",
  isUsable: ({ passkeys }) => passkeys.length > 0,
  isAddable: ({ rp }) => rp !== null,
  async begin(db: Queryable, { plane, ...request }: ChallengeRequest & { plane: PlaneKeys }) {
    const { rp, passkeys } = plane;
    if (!rp) throw noRelyingParty();
    const challenge = newChallenge();
    const payload = { ...request.payload, challenge };
    const opened = await openChallenge(db, { ...request, payload });
    return { type: "passkey", ...opened, passkey: requestOptions(rp, challenge, passkeys) };
  },
  async verify({ response, challenge, ...known }: PresentedPasskey) {
    const { rp, key, ofUser } = known;
    const proof =
      rp && (await verifyPasskey(response, challenge ?? newChallenge(), { rp, key, ofUser }));
    return proof && key && challenge !== null ? verified(key, proof) : null;
  },
} satisfies AddedByUser<"passkey">;

function verified(key: Passkey, proof: PasskeyProof): VerifiedProof<unknown> {
  return {
    amr: passkeyMethods(key),
    redeem: (db, _, { at }) => notePasskeyUse(db, key.id, { ...proof, at }),
    recordReuse: (db, by) => recordCopiedPasskey(db, key, proof, by),
  };
}

/** Returns the `amr` values of a passkey (RFC 8176): one that may be copied is a key in software, any
 *  other one in hardware. With user verification it is two factors. */
export function passkeyMethods({ backupEligible }: Pick<Passkey, "backupEligible">): string[] {
  return [backupEligible ? "swk" : "hwk", "user", "mfa"];
}

/** Reads the passkey that a response names, and the relying party of a plane's pages. */
export async function readPresented(
  db: Queryable,
  { id }: PasskeyAuthenticationResponse,
  plane: "direct" | "hosted",
): Promise<Pick<PresentedPasskey, "rp" | "key">> {
  const [rp, key] = await Promise.all([
    relyingPartyOf(db, plane),
    findPasskey(db, Buffer.from(id, "base64url")),
  ]);
  return { rp, key };
}

/** Starts a proof of a passkey whose challenge is in the token, sealed. Nothing is written.
 *  @param kind a sign-in by the passkey alone, or a step-up
 *  @param boundTo the browser's sign-in or the session that the token is bound to; "" for the environment */
export function beginPasskey(
  scope: TenantScope,
  kind: "passkeyAuthentication" | "passkeyStepUp",
  boundTo: string,
  { rp, passkeys }: PlaneKeys & { rp: RelyingParty },
): PasskeyChallenge {
  const challenge = newChallenge();
  const ceremony = beginCeremony(scope, kind, boundTo, { challenge });
  return { type: "passkey", ...ceremony, passkey: requestOptions(rp, challenge, passkeys) };
}

/** Records that a proof came from a copy of an authenticator. */
async function recordCopiedPasskey(
  db: Queryable,
  key: Passkey,
  proof: PasskeyProof,
  { actor, context }: Redeemer,
): Promise<void> {
  await recordAuditEvent(db, {
    kind: "factor.copy_refused",
    actor,
    context,
    targets: [
      { type: "user", id: key.userId },
      { type: "factor", id: key.id },
    ],
    metadata: { count: proof.signCount, count_before: key.signCount },
  });
}
