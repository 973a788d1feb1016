import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { redirectToFactorPage } from "@/app/dashboard/_request/lead-to-factor";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { PATH_HEADER } from "@/app/dashboard/_request/path-header";
import {
  type AdministeredEnvironment,
  type AdministeredTenant,
  type AdministratorRole,
  mayActAs,
} from "@/lib/core/administrators/administrator";
import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import {
  type LiveAdministrator,
  liveAdministrator,
} from "@/lib/core/administrators/live-administrator";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { browserContext } from "@/lib/core/http/request-context";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Tenant and environment of a page, from its address. */
export type Place = { tenant: string; environment: string };

/** Returns the signed-in administrator, or redirects to the sign-in. Every page and every action calls it,
 *  each time. */
export const signedInAdministrator = cache(async (): Promise<LiveAdministrator> => {
  const session = (await getServerSession(await dashboardSignIn())) as {
    atrium?: DashboardToken;
  } | null;
  const token = session?.atrium;
  const live = token?.userId && token.sid ? await liveAdministrator(token) : null;
  if (!live) redirect(await signInPage());
  return live;
});

/** Returns the address of the sign-in, which leads back to the requested page. */
async function signInPage(): Promise<string> {
  const requestedPage = ownPage((await headers()).get(PATH_HEADER) ?? undefined);
  if (requestedPage === "/dashboard") return "/dashboard/sign-in";
  return `/dashboard/sign-in?${new URLSearchParams({ return: requestedPage })}`;
}

/** Returns the administrator in one environment of a tenant, as the caller of its use cases. A tenant that
 *  they don't administer, an unknown environment and a role that is too small are the same not-found.
 *  Administrators who lack a factor that the tenant requires are redirected to the page that adds one. */
export async function administratorIn(
  place: Place,
  needed: AdministratorRole = "viewer",
): Promise<{
  administrator: LiveAdministrator;
  tenant: AdministeredTenant;
  environment: AdministeredEnvironment;
  caller: Caller;
}> {
  const administrator = await signedInAdministrator();
  const found = administrator.tenants.find((one) => one.tenantPublicId === place.tenant);
  const tenant = found && withinStatus(found);
  const environment = tenant?.environments.find((found) => found.key === place.environment);
  if (!tenant || !environment || !mayActAs(tenant.role, needed)) notFound();
  if (administrator.lacksFactor && (await requiresFactor(tenant.tenantId, environment.id)))
    await redirectToFactorPage(tenant.tenantPublicId);
  return {
    administrator,
    tenant,
    environment,
    caller: {
      tenantId: tenant.tenantId,
      environmentId: environment.id,
      environmentKey: environment.key,
      actor: { type: "administrator", id: administrator.userId, name: administrator.email },
      context: browserContext(new Headers(await headers()), randomUUID()),
    },
  };
}

/** Runs once for each request, for the layout and the page. */
const requiresFactor = cache(async (tenantId: string, environmentId: string): Promise<boolean> => {
  const policy = await inBatch({ tenantId, environmentId }, readSecurityPolicy);
  return policy.administratorsRequireFactor;
});

/** Makes administrators of a disabled tenant viewers: they can look, and change nothing. */
function withinStatus(tenant: AdministeredTenant): AdministeredTenant {
  return tenant.tenantStatus === "active" ? tenant : { ...tenant, role: "viewer" };
}
