import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/kernel/process/singleton";

/** A session of the provider by its uid, and our own session behind it if this process knows the id. The id
 *  determines the session's partition; with the uid alone PostgreSQL reads every partition. */
export interface HostedRef {
  uid: string;
  id?: string | undefined;
}

/** Ids of committed sessions. The session of a uid never changes; a missing one was deleted. */
const known = singleton("hosted-session-ids", () => new LRUCache<string, string>({ max: 20_000 }));

/** Returns the session with this uid, with its id if this process knows it. */
export const hostedRef = (uid: string): HostedRef => ({ uid, id: known.get(uid) });

/** Stores the id of a committed session. One that was rolled back has another id the next time. */
export function noteHostedSession(uid: string, id: string): void {
  known.set(uid, id);
}

/** Removes the id of a uid, because the session was not found under it. */
export function forgetHostedSession(uid: string): void {
  known.delete(uid);
}
