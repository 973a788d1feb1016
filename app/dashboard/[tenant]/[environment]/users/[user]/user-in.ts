import { notFound } from "next/navigation";
import { cache } from "react";
import { idIn } from "@/app/dashboard/_nouns/place-path";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { findUser } from "@/lib/core/users/user-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Path parameters of a user's pages. */
export type UserPlace = Place & { user: string };

/** Returns the user that a page is about, for an administrator of the environment. Layout and page both call
 *  it. */
export async function userIn(params: Promise<UserPlace>) {
  const { user: segment, ...place } = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const user = await readUser(caller.tenantId, caller.environmentId, idIn(segment));
  if (!user) notFound();
  return { user, place, caller, environment, mayChange: mayActAs(tenant.role, "admin") };
}

/** Runs once for each request, for the layout and the page. */
const readUser = cache((tenantId: string, environmentId: string, id: string) =>
  inTransaction({ tenantId, environmentId }, (db) => findUser(db, id)),
);
