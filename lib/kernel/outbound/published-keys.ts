import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet } from "jose";
import { LRUCache } from "lru-cache";
import { describeFailure, refusalIn } from "@/lib/kernel/outbound/guarded-agent";
import { readPublishedJson } from "@/lib/kernel/outbound/read-json";

/** Milliseconds for which keys are cached, and after which an unknown kid may have them read again. */
const CACHED_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
/** Milliseconds for which a failure is cached, so that not every request waits for an address that does not
 *  answer. */
const FAILED_MS = 10_000;
/** Milliseconds that a request waits for the keys. */
const TIMEOUT_MS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Published keys could not be read: not the token's fault. */
export class PublishedKeysUnavailable extends Error {}

/** Retry-After of a request that needed the keys. */
export const KEYS_RETRY_SECONDS = 10;

// One for each bundle: errors of a key set are recognized by their class, and each bundle has classes of its
// own.
const keySets = new LRUCache<string, KeySet>({ max: 500 });

/** Returns a published key set (RFC 7517), as a function of a token's header: read through the guarded
 *  network, cached for ten minutes, read again at most every thirty seconds when a token names a key that is
 *  not in it. Simultaneous requests share one read.
 *  @param id of the set's owner
 *  @throws PublishedKeysUnavailable during a look-up */
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
      // Rejects anything but a key set, so that it counts as a failure too.
      createLocalJWKSet(published as JSONWebKeySet);
      return Response.json(published);
    } catch (cause) {
      const why = refusalIn(cause)?.message ?? describeFailure(cause);
      failed = { at: Date.now(), error: new PublishedKeysUnavailable(why, { cause }) };
      throw failed.error;
    }
  };
}
