import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet } from "jose";
import { LRUCache } from "lru-cache";
import { describeFailure, refusalIn } from "@/lib/kernel/outbound/guarded-agent";
import { readPublishedJson } from "@/lib/kernel/outbound/read-json";

/** How long keys are cached, and how soon an unknown kid may have them read again. */
const CACHED_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
/** How long a failure is cached, so that an address that does not answer is not asked by every request. */
const FAILED_MS = 10_000;
/** How long a request waits for the keys. */
const TIMEOUT_MS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Published keys could not be read: no fault of the token's. */
export class PublishedKeysUnavailable extends Error {}

/** When whoever needed them may ask again. */
export const KEYS_RETRY_SECONDS = 10;

// One for each bundle: what a key set throws is told by its class, and each bundle has classes of its own.
const keySets = new LRUCache<string, KeySet>({ max: 500 });

/** The keys that somebody publishes (RFC 7517), by a token's header: read through the guarded network, cached for ten
 *  minutes, read again at most every thirty seconds when a token names a key that is not among them. Requests that come at
 *  once share one read.
 *  @param id whose keys they are
 *  @throws PublishedKeysUnavailable when looking one up */
export function publishedKeys(id: string, jwksUri: string): KeySet {
  const name = `${id} ${jwksUri}`;
  const known = keySets.get(name);
  if (known) return known;
  const made = createRemoteJWKSet(new URL(jwksUri), {
    cacheMaxAge: CACHED_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: cachingFailures(jwksUri),
  });
  keySets.set(name, made);
  return made;
}

function cachingFailures(jwksUri: string): () => Promise<Response> {
  let failed: { at: number; error: PublishedKeysUnavailable } | null = null;
  return async () => {
    if (failed && Date.now() - failed.at < FAILED_MS) throw failed.error;
    try {
      const published = await readPublishedJson(jwksUri, AbortSignal.timeout(TIMEOUT_MS));
      // Refuses what is no key set, so that it counts as a failure too.
      createLocalJWKSet(published as JSONWebKeySet);
      return Response.json(published);
    } catch (cause) {
      const why = refusalIn(cause)?.message ?? describeFailure(cause);
      failed = { at: Date.now(), error: new PublishedKeysUnavailable(why, { cause }) };
      throw failed.error;
    }
  };
}
