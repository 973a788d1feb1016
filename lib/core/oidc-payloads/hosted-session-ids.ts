import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/kernel/process/singleton";

/** A session of the provider, by its uid, and our own session behind it, where this process knows the id. The id names the
 *  partition in which the session lies; by the uid alone PostgreSQL looks into every partition. */
export interface HostedRef {
  uid: string;
  id?: string | undefined;
}

/** Ids of sessions that were committed. Which session a uid means never changes; one that is gone was deleted. */
const known = singleton("hosted-session-ids", () => new LRUCache<string, string>({ max: 20_000 }));

/** The session with this uid, with its id where this process knows it. */
export const hostedRef = (uid: string): HostedRef => ({ uid, id: known.get(uid) });

/** Notes whose uid it is. Only of a session that is committed: one that was rolled back has another id the next time. */
export function noteHostedSession(uid: string, id: string): void {
  known.set(uid, id);
}

/** The session was not there under the id that was known. */
export function forgetHostedSession(uid: string): void {
  known.delete(uid);
}
