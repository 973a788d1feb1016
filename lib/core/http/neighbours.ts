import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FairnessKey } from "@/lib/kernel/process/fair-queue";
import { singleton } from "@/lib/kernel/process/singleton";

/** Characters at the end of a bearer token that identify it: what one round of the hash takes. A token
 *  is ten times as long. */
const KEY_CHARACTERS = 48;

/** Fairness key of callers whose tenant is not known yet: unauthenticated requests, and the first request
 *  with a bearer token. */
const UNKNOWN: FairnessKey = "unknown";

// Tenant of each bearer token that was authenticated. It decides only the queue that a request waits in:
// permissions are looked up each time. A caller can't enter a tenant's queue by claiming its id.
const known = singleton("neighbours", () => new LRUCache<string, FairnessKey>({ max: 20_000 }));

/** Fairness key of a request before it is authenticated. */
export function fairnessKey(request: Request): FairnessKey {
  const bearer = request.headers.get("authorization");
  return (bearer !== null && known.get(cacheKeyOf(bearer))) || UNKNOWN;
}

/** Records the tenant that a request turned out to belong to.
 *  @param taken fairness key under which the request was queued */
export function noteFairnessKey(request: Request, taken: FairnessKey, caller: unknown): void {
  const tenantId: unknown = Object(caller).tenantId;
  if (typeof tenantId !== "string" || tenantId === taken) return;
  const bearer = request.headers.get("authorization");
  if (bearer !== null) known.set(cacheKeyOf(bearer), tenantId);
}

/** Identifies a bearer token by its end, which is as secret as the whole: the end of a tenant secret is
 *  random, and that of a token is its signature. */
function cacheKeyOf(bearer: string): string {
  return hash("sha256", bearer.slice(-KEY_CHARACTERS), "base64");
}
