import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { singleton } from "@/lib/kernel/process/singleton";

/** Verifies a password for which the service has no hash, and creates or completes the user if it is right.
 *  @returns whether the address now has a user whose password may be the presented one
 *  @throws ServiceError `service_overloaded` when the password was not verified */
export type PasswordSource = (
  caller: Caller,
  presented: { email: string; password: string },
) => Promise<boolean>;

/** Extension points of the core, which features fill (lib/features). Each is called in the transaction or the
 *  batch of its caller. */
export interface Extensions {
  /** Finds the source that may verify passwords in the environment, in the batch that starts a
   *  login; null for none. */
  findPasswordSource?: (db: Queryable) => Promise<PasswordSource | null>;
  /** Deletes the feature's own data about a user, in the transaction that deletes the user. */
  onUserErased?: (
    db: Queryable,
    user: { id: string; email: string; externalId: string | null },
  ) => Promise<void>;
  /** Records the previous address of a user, in the transaction that changes it. */
  onAddressChanged?: (
    db: Queryable,
    former: { userId: string; email: string; changedAt: Date },
  ) => Promise<void>;
}

const registry = singleton<{ features: readonly Extensions[] | null }>("extensions", () => ({
  features: null,
}));

/** Sets the features of this process. `lib/features/all` calls it when it is loaded. */
export function registerFeatures(features: readonly Extensions[]): void {
  registry.features = features;
}

/** Returns the features of this process, in the order of their list.
 *  @throws Error in a process that has not loaded `lib/features/all`: without it, deleting a user
 *    would leave data behind */
export function extensions(): readonly Extensions[] {
  if (!registry.features) throw new Error("this process has not loaded lib/features/all");
  return registry.features;
}
