import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { PATH_HEADER } from "@/i18n/locales";
import type { LiveAdministrator } from "@/lib/administrators/live-administrator";
import { now } from "@/lib/clock";

/** Leads to the step-up, and back here, unless the administrator proved who they are lately enough. Pages
 *  with a long form that ends in something dangerous ask before it is filled in. */
export async function requireFreshProof(administrator: LiveAdministrator): Promise<void> {
  if (now() < administrator.proofExpiresAt) return;
  const path = (await headers()).get(PATH_HEADER) ?? "/dashboard";
  redirect(`/dashboard/step-up?${new URLSearchParams({ return: path })}`);
}
