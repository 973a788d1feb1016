import { resource } from "@/lib/core/http/resource";
import { type CookieReader, cookiesOf } from "@/lib/core/oidc/http/cookies";
import { readForm, single } from "@/lib/core/oidc/http/form";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";
import { localeFor } from "@/lib/core/oidc/pages/page-look";
import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

/** A request for a hosted page. */
export interface Visit {
  request: Request;
  context: RequestContext;
  cookies: CookieReader;
  /** Returns a query parameter that occurs once; empty for any other. */
  asked: (name: string) => string;
}

/** A submitted form of a hosted page. */
export interface Submission extends Visit {
  /** Returns a field of the form; empty when it is absent. */
  field: (name: string) => string;
}

/** Exports of a route file. */
export type RouteMethods = ReturnType<typeof resource<Record<string, string>>>;

interface HostedPage {
  show?: (visit: Visit) => Promise<Response>;
  submit?: (submission: Submission) => Promise<Response>;
}

/** Methods of a hosted page: GET shows it, POST takes its form. A form that succeeds is answered with 303 and
 *  a page that can be reloaded; one that fails, with the page itself, its errors and the input. */
export function hostedPage({ show, submit }: HostedPage): RouteMethods {
  return resource({
    ...(show && {
      GET: oauthRoute("public", (request, context) => show(visitOf(request, context)), refusalPage),
    }),
    ...(submit && {
      POST: oauthRoute(
        "public",
        async (request, context) =>
          foreign(request) ??
          submit({ ...visitOf(request, context), field: await fieldsOf(request) }),
        refusalPage,
      ),
    }),
  });
}

/** Redirects the browser to a path of ours.
 *  @param cookies `Set-Cookie` headers */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, "cache-control": "private, no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function visitOf(request: Request, context: RequestContext): Visit {
  const query = new URL(request.url).searchParams;
  return {
    request,
    context: { ...context, language: localeFor(request) },
    cookies: cookiesOf(request),
    asked: (name) => single(query, name) ?? "",
  };
}

async function fieldsOf(request: Request): Promise<(name: string) => string> {
  const form = await readForm(request);
  return (name) => form.get(name) ?? "";
}

/** Refuses a form that another site sent from a browser that may be signed in here. A browser sends the
 *  origin with every form. */
function foreign(request: Request): Response | null {
  if (request.headers.get("origin") === new URL(config().baseUrl).origin) return null;
  return new Response("Forms are taken from our own pages.", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
