import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { PATH_HEADER } from "@/app/dashboard/_request/path-header";

/** Redirects to the page that says that a factor is needed, which leads back to the requested page.
 *  @param tenant public id of the tenant that requires it; null where the platform does */
export async function redirectToFactorPage(tenant: string | null): Promise<never> {
  const requestedPage = ownPage((await headers()).get(PATH_HEADER) ?? undefined);
  redirect(
    `/dashboard/factor?${new URLSearchParams({ ...(tenant && { tenant }), return: requestedPage })}`,
  );
}
