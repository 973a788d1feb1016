import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/singleton";
import type { Neighbour } from "@/lib/turns";

/** All whom nothing is known of: strangers, and callers who come with a bearer for the first time. */
const UNKNOWN: Neighbour = "unknown";

// Which tenant a bearer proved to be. It says whose turn a request takes and nothing else: what the bearer may do
// is looked up each time. A stranger can't take a tenant's turn by naming it.
const known = singleton("neighbours", () => new LRUCache<string, Neighbour>({ max: 20_000 }));

/** Whose turn a request takes before anybody has looked at it. */
export function neighbourOf(request: Request): Neighbour {
  const bearer = request.headers.get("authorization");
  return (bearer !== null && known.get(hash("sha256", bearer, "base64"))) || UNKNOWN;
}

/** Notes whose a request turned out to be.
 *  @param taken whose turn it took */
export function noteNeighbour(request: Request, taken: Neighbour, caller: unknown): void {
  const tenantId: unknown = Object(caller).tenantId;
  if (typeof tenantId !== "string" || tenantId === taken) return;
  const bearer = request.headers.get("authorization");
  if (bearer !== null) known.set(hash("sha256", bearer, "base64"), tenantId);
}
