import { cookieHeader } from "@/lib/core/oidc/http/cookies";
import { expiredPage, namedClient } from "@/lib/core/oidc/pages/error-page";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookOf } from "@/lib/core/oidc/pages/page-look";
import { WayOn } from "@/lib/core/oidc/pages/way-on";

const COOKIE = "atrium_cookies";
const TRIED = "cookies";

/** Page of a sign-in that is over, expired, or not this browser's. It leads back to where the user was going,
 *  where another sign-in starts. A browser that sends no cookie at all gets one and is redirected here once
 *  more: a browser that stores none can't sign in, however often it tries. */
export async function expiredSignIn(visit: Visit): Promise<Response> {
  const { request, asked } = visit;
  if (request.headers.has("cookie")) return expiredPage(request);
  if (asked(TRIED) === "tried") return cookiesBlocked(visit);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set(TRIED, "tried");
  return seeOther(`${pathname}?${searchParams}`, [
    cookieHeader({ name: COOKIE, value: "kept", path: "/", maxAge: 60 }),
  ]);
}

async function cookiesBlocked({ request }: Visit): Promise<Response> {
  const back = await namedClient(request);
  const look = await lookOf(request, back?.scope ?? null);
  const { t } = look;
  return pageResponse(look, {
    title: t("cookies.title"),
    intro: t("cookies.intro"),
    status: 400,
    content: <WayOn look={look} back={back} primary />,
  });
}
