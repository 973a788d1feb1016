import { sign } from "node:crypto";
import type { SigningPurpose } from "@/lib/signing-keys/signing-key";
import { signer } from "@/lib/signing-keys/signing-keys";

/** What is signed by Ed25519; the RS256 of ID tokens is the OpenID provider's work. */
type EdDsaPurpose = Exclude<SigningPurpose, "id_token">;

/** Signs claims as a JWT in compact form (RFC 7515 §7.1, RFC 8037) with the key in force. On this thread: an Ed25519
 *  signature costs less than handing it to another one and waiting for its turn.
 *  @param typ of the header, which tells the kinds of token apart
 *  @returns the token and the id of the key that signed it */
export async function signJwt(
  purpose: EdDsaPurpose,
  typ: string,
  claims: object,
): Promise<{ token: string; kid: string }> {
  const { kid, alg, key } = await signer(purpose);
  const content = `${encoded({ alg, typ, kid })}.${encoded(claims)}`;
  const signature = sign(null, Buffer.from(content), key);
  return { token: `${content}.${signature.toString("base64url")}`, kid };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
