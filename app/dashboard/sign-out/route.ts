import { getToken } from "next-auth/jwt";
import { config } from "@/lib/config/config";
import { browserContext, requestIdOf } from "@/lib/http/request-context";
import { cookiesOf } from "@/lib/oidc/http/cookies";
import type { DashboardToken } from "@/lib/platform/administrators/dashboard-token";
import { decodeDashboardToken } from "@/lib/platform/sign-in/dashboard-cookie";
import { dashboardSignIn } from "@/lib/platform/sign-in/sign-in";
import { forgetDashboardCookie, signOutAdministrator } from "@/lib/platform/sign-in/sign-out";

/** Signs out of the dashboard at once, and shows the sign-in. A route with a plain form and no server action: that
 *  makes it a navigation of its own, after which nothing of the pages before is left in the browser's memory.
 *  Only our own pages may post here. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = config();
  if (request.headers.get("origin") !== baseUrl) return new Response("Forbidden", { status: 403 });
  const context = browserContext(request.headers, requestIdOf(request));
  const forgotten = await signOutAdministrator(
    await dashboardToken(request),
    cookiesOf(request),
    context,
  );
  const headers = new Headers({
    location: `${baseUrl}/dashboard/sign-in?left=yes`,
    "cache-control": "no-store",
  });
  for (const cookie of forgotten) headers.append("set-cookie", cookie);
  for (const name of Object.keys(cookiesIn(request)))
    if (name.includes("next-auth.session-token"))
      headers.append("set-cookie", forgetDashboardCookie(name));
  return new Response(null, { status: 303, headers });
}

/** Whom the browser's dashboard cookie names; null without one that is ours. */
async function dashboardToken(request: Request): Promise<DashboardToken | null> {
  const { secret = "" } = await dashboardSignIn();
  const presented = { headers: {}, cookies: cookiesIn(request) };
  return (await getToken({
    req: presented as never,
    secret,
    decode: decodeDashboardToken,
  })) as DashboardToken | null;
}

function cookiesIn(request: Request): Record<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => [pair.split("=")[0] ?? "", pair.replace(/^[^=]*=/, "")]),
  );
}
