import { randomUUID } from "node:crypto";
import { CompactSign, exportJWK, generateKeyPair, type JWK, type JWTPayload } from "jose";
import { setNetwork } from "@/lib/kernel/outbound/network";
import { aTlsHost, type TlsHost } from "@/tests/support/tls-host";

/** A real external issuer: keys published over TLS, tokens signed with them. */
export interface TestIssuer {
  host: TlsHost;
  issuer: string;
  jwksUri: string;
  /** Makes a further key and publishes it beside the others; tokens are signed with the newest. */
  rotate(alg?: string): Promise<void>;
  /** A token of this issuer's for a subject. `claims` and `header` break it on purpose. */
  token(subject: string, claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

/** An issuer that is reached under `rp.example.com` instead of by its address. */
export async function anIssuer(): Promise<TestIssuer> {
  const host = await aTlsHost();
  const restore = setNetwork(host.network);
  const base = `https://rp.example.com:${host.port}`;
  const keys: { kid: string; alg: string; key: CryptoKey; jwk: JWK }[] = [];
  const rotate = async (alg = "RS256") => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const kid = randomUUID();
    keys.push({ kid, alg, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } });
    host.publish(JSON.stringify({ keys: keys.map(({ jwk }) => ({ ...jwk, use: "sig" })) }));
  };
  await rotate();
  return {
    host,
    issuer: base,
    jwksUri: `${base}/keys`,
    rotate,
    token: async (subject, claims = {}, header = {}) => {
      const newest = keys.at(-1);
      if (!newest) throw new Error("unreachable: an issuer has a key");
      const seconds = Math.floor(Date.now() / 1000);
      const content = {
        iss: base,
        sub: subject,
        aud: "reports-web",
        iat: seconds,
        exp: seconds + 300,
      };
      // Numbers are written with all their digits.
      const payload = JSON.stringify({ ...content, jti: randomUUID(), ...claims });
      return new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: newest.alg, kid: newest.kid, ...header })
        .sign(newest.key);
    },
    stop: async () => {
      restore();
      await host.stop();
    },
  };
}
