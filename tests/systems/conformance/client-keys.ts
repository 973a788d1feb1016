import { exportJWK, generateKeyPair, type JWK } from "jose";

/** Keys of clients that authenticate by one, by the clients' names in conformance/tenant.yaml. */
export type ClientKeys = ReadonlyMap<string, ClientKey>;

/** One key of a client, as key sets (RFC 7517). */
interface ClientKey {
  /** Private keys that the suite signs with. */
  own: { keys: JWK[] };
  /** Public keys that the client publishes. */
  published: { keys: JWK[] };
}

/** The suite tries RS256 with a PS256 key, and skips that for any other. */
const algorithms = { strict: "PS256", strict_second: "ES256" } as const;

/** Makes a key for each strict client. */
export async function makeClientKeys(): Promise<ClientKeys> {
  const made = Object.entries(algorithms).map(
    async ([client, alg]): Promise<[string, ClientKey]> => {
      const pair = await generateKeyPair(alg, { extractable: true });
      const about = { kid: client, alg, use: "sig" };
      const own = { ...(await exportJWK(pair.privateKey)), ...about };
      const published = { ...(await exportJWK(pair.publicKey)), ...about };
      return [client, { own: { keys: [own] }, published: { keys: [published] } }];
    },
  );
  return new Map(await Promise.all(made));
}
