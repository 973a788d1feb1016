import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Neighbour } from "@/lib/kernel/process/fair-queue";
import { singleton } from "@/lib/kernel/process/singleton";

/** Characters, which one round of the hash takes in. A token is ten times as long. */
const TOLD_APART_BY = 48;

/** All whom nothing is known of: strangers, and callers who come with a bearer for the first time. */
const UNKNOWN: Neighbour = "unknown";

// Which tenant a bearer proved to be. It says whose turn a request takes and nothing else: what the bearer may do
// is looked up each time. A stranger can't take a tenant's turn by naming it.
const known = singleton("neighbours", () => new LRUCache<string, Neighbour>({ max: 20_000 }));

/** Whose turn a request takes before anybody has looked at it. */
export function neighbourOf(request: Request): Neighbour {
  const bearer = request.headers.get("authorization");
  return (bearer !== null && known.get(nameOf(bearer))) || UNKNOWN;
}

/** Notes whose a request turned out to be.
 *  @param taken whose turn it took */
export function noteNeighbour(request: Request, taken: Neighbour, caller: unknown): void {
  const tenantId: unknown = Object(caller).tenantId;
  if (typeof tenantId !== "string" || tenantId === taken) return;
  const bearer = request.headers.get("authorization");
  if (bearer !== null) known.set(nameOf(bearer), tenantId);
}

/** What a bearer is known by. Its end is as secret as the whole: that of a tenant secret is random, that of a token is its
 *  signature. */
function nameOf(bearer: string): string {
  return hash("sha256", bearer.slice(-TOLD_APART_BY), "base64");
}
