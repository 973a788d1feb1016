/** Returns a program that enrols the machine it runs on, with nothing but Node: it makes a key that never
 *  leaves the machine, proves that it holds the key, and prints the resulting installation. */
export function redeemSnippet(baseUrl: string): string {
  return `// enrol.mjs
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";

const url = "${baseUrl}/api/v1/enrolment/redeem";
const token = process.env.ENROLMENT_TOKEN;

// The private key stays on this machine, readable by its owner alone.
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const pem = privateKey.export({ type: "pkcs8", format: "pem" });
writeFileSync("key.pem", pem, { mode: 0o600, flag: "wx" });

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = {
  aud: url,
  iat: Math.floor(Date.now() / 1000),
  jti: randomUUID(),
  token_sha256: createHash("sha256").update(token).digest("base64url"),
};
const content = \`\${encode({ alg: "EdDSA", typ: "enrolment-proof+jwt" })}.\${encode(claims)}\`;
const proof = \`\${content}.\${sign(null, Buffer.from(content), privateKey).toString("base64url")}\`;

const response = await fetch(url, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    token,
    public_key: publicKey.export({ format: "jwk" }),
    proof,
    name: hostname(),
    platform: \`\${process.platform}/\${process.arch}\`,
    version: "1.0.0",
  }),
});
console.log(response.status, await response.json());`;
}
