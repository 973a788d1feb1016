import { getToken } from "next-auth/jwt";
import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import { decodeDashboardToken } from "@/lib/core/dashboard-sign-in/dashboard-cookie";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { signOutAdministrator } from "@/lib/core/dashboard-sign-in/sign-out";
import { browserContext, requestIdOf } from "@/lib/core/http/request-context";
import { cookiePairs, cookiesOf, forgetCookieHeader } from "@/lib/core/oidc/http/cookies";
import { config } from "@/lib/kernel/config/config";

/** Signs out of the dashboard at once, and redirects to the sign-in. A route with a plain form and no server
 *  action: that makes it a navigation of its own, after which the browser's memory holds nothing of the
 *  previous pages. Only our own pages may post here. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = config();
  if (request.headers.get("origin") !== baseUrl) return new Response("Forbidden", { status: 403 });
  const context = browserContext(request.headers, requestIdOf(request));
  const { secret = "", cookies } = await dashboardSignIn();
  const cookieName = cookies?.sessionToken?.name ?? "";
  const sent = Object.fromEntries(cookiePairs(request));
  const token = (await getToken({
    req: { headers: {}, cookies: sent } as never,
    ...{ secret, cookieName, decode: decodeDashboardToken },
  })) as DashboardToken | null;
  const forgotten = await signOutAdministrator(token, cookiesOf(request), context);
  const headers = new Headers({
    location: `${baseUrl}/dashboard/sign-in?left=yes`,
    "cache-control": "no-store",
  });
  for (const cookie of forgotten) headers.append("set-cookie", cookie);
  // A long cookie is split into several.
  for (const name of Object.keys(sent))
    if (name.startsWith(cookieName)) headers.append("set-cookie", forgetCookieHeader(name));
  return new Response(null, { status: 303, headers });
}
