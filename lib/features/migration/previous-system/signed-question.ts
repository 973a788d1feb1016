import { createHmac, randomBytes } from "node:crypto";

/** Prefix of a secret of Standard Webhooks. */
const PREFIX = "whsec_";

/** Creates a secret of 256 random bits, in the form of the libraries of Standard Webhooks. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

/** Headers that authenticate a request to the previous system (Standard Webhooks 1.0, "Signature scheme"):
 *  one signature per secret, so that the receiver can switch from one to the other at any time.
 *  @param id identifies the request; a repetition has the same id and body */
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
