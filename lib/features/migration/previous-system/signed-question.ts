import { createHmac, randomBytes } from "node:crypto";

/** How a secret begins that signs in the form of Standard Webhooks. */
const PREFIX = "whsec_";

/** A new secret of 256 random bits, as the libraries of Standard Webhooks read it. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

/** The headers that show a question to be ours (Standard Webhooks 1.0, "Signature scheme"): one signature for each secret, so that
 *  the other side may change from one to the other whenever it likes.
 *  @param id names the question; the same body with the same id is the same question */
export function signatureHeaders(
  body: string,
  { id, at, secrets }: { id: string; at: Date; secrets: readonly string[] },
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
