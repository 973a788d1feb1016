import { compactVerify, decodeProtectedHeader } from "jose";
import { idTokenAlgorithms, idTokenPurposes } from "@/lib/core/signing-keys/signing-key";
import { verificationKey } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { ServiceError } from "@/lib/kernel/errors";

/** Sign-in that an ID token of ours is about. */
export interface IdTokenSubject {
  /** The client that it was issued to. */
  aud: string;
  sub: string;
  sid: string | null;
}

/** Reads an `id_token_hint`: an ID token of ours, expired or not, because a relying party may have an old one
 *  (OpenID Connect Core §3.1.2.1, RP-Initiated Logout 1.0 §2).
 *  @throws ServiceError `malformed` for anything else */
export async function verifyIdToken(token: string): Promise<IdTokenSubject> {
  try {
    const { kid, typ, alg } = decodeProtectedHeader(token);
    if (typ !== undefined && typ.toUpperCase() !== "JWT") throw new Error("another kind of token");
    const algorithm = idTokenAlgorithms.find((one) => one === alg);
    if (!algorithm) throw new Error("another algorithm than those of ID tokens");
    const key = await verificationKey(idTokenPurposes[algorithm], kid);
    const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    const { iss, aud, sub, sid } = claims as Record<string, unknown>;
    if (iss !== config().baseUrl || typeof aud !== "string" || typeof sub !== "string")
      throw new Error("not an ID token of this issuer");
    return { aud, sub, sid: typeof sid === "string" ? sid : null };
  } catch (cause) {
    // The keys can't be read at the moment, which is not the token's fault.
    if (cause instanceof ServiceError || asUnavailable(cause)) throw cause;
    throw new ServiceError("malformed", {
      detail: "id_token_hint is not a valid ID token of this issuer",
      cause,
    });
  }
}
