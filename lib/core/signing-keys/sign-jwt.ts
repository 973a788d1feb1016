import { constants, type KeyObject, type SignKeyObjectInput, sign } from "node:crypto";
import { promisify } from "node:util";
import { algorithms, type SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import { signer } from "@/lib/core/signing-keys/signing-keys";

/** Signs claims as a JWT in compact form (RFC 7515 §7.1) with the key in force. Signs all our tokens except
 *  the ID token, which node-oidc-provider signs.
 *  @param typ of the header, which distinguishes the kinds of tokens
 *  @returns the token and the id of the key that signed it */
export async function signJwt(
  purpose: SigningPurpose,
  typ: string,
  claims: object,
): Promise<{ token: string; kid: string }> {
  const { kid, alg, key } = await signer(purpose);
  const content = `${encoded({ alg, typ, kid })}.${encoded(claims)}`;
  const signature = await signatures[algorithms[purpose]](Buffer.from(content), key);
  return { token: `${content}.${signature.toString("base64url")}`, kid };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

type Signer = (content: Buffer, key: KeyObject) => Buffer | Promise<Buffer>;

const onAnotherThread = promisify(
  (
    content: Buffer,
    key: SignKeyObjectInput,
    done: (error: Error | null, signature: Buffer) => void,
  ) => sign("sha256", content, key, done),
);

const signatures: Record<(typeof algorithms)[SigningPurpose], Signer> = {
  // RFC 8037. On this thread: the signature costs less than handing it to another thread and waiting.
  EdDSA: (content, key) => sign(null, content, key),
  // RFC 7518 §3.4. On this thread for the same reason.
  ES256: (content, key) => sign("sha256", content, { key, dsaEncoding: "ieee-p1363" }),
  // RFC 7518 §3.3. It takes twenty times as long, and would delay every other request.
  RS256: (content, key) => onAnotherThread(content, { key }),
  // RFC 7518 §3.5: the salt is as long as the hash.
  PS256: (content, key) =>
    onAnotherThread(content, {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
};
