import type { AdministratorEntry } from "@/lib/core/administrators/administrator-store";
import type { Caller } from "@/lib/kernel/caller";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Asserts that the caller may decide who administers, at this moment: their page may be older than their
 *  removal. Operators may without being listed.
 *  @throws ServiceError `forbidden` */
export function assertActsAsOwner(caller: Caller, entries: AdministratorEntry[]): void {
  const { type, id } = caller.actor;
  if (type !== "administrator") return;
  const own = entries.find(({ userId }) => userId === id);
  if (own?.role !== "owner" || own.acceptedAt === null)
    throw new ServiceError("forbidden", {
      detail: "Only an owner can invite, change or remove administrators.",
      says: { name: "ownersOnly" },
    });
}

/** Returns the entry of this administrator.
 *  @throws ServiceError `missing` */
export function entryOf(entries: AdministratorEntry[], userId: string): AdministratorEntry {
  const entry = entries.find((one) => one.userId === userId);
  if (!entry) throw missing();
  return entry;
}

/** Asserts that an owner is left without this one. An invited user who has not accepted owns nothing yet,
 *  so removing them always passes.
 *  @throws ServiceError `conflict` */
export function assertOwnerLeft(entries: AdministratorEntry[], without: string): void {
  const owners = entries.filter(({ role, acceptedAt }) => role === "owner" && acceptedAt !== null);
  const leaves = owners.some(({ userId }) => userId === without);
  if (!leaves || owners.some(({ userId }) => userId !== without)) return;
  throw new ServiceError("conflict", {
    detail: "A tenant needs at least one owner. Make another administrator an owner first.",
    says: { name: "ownerNeeded" },
  });
}
