import { resource } from "@/lib/core/http/resource";
import { type CookieReader, cookiesOf } from "@/lib/core/oidc/http/cookies";
import { readForm, single } from "@/lib/core/oidc/http/form";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";
import { localeFor } from "@/lib/core/oidc/pages/page-look";
import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

/** Somebody in front of a hosted page. */
export interface Visit {
  request: Request;
  context: RequestContext;
  cookies: CookieReader;
  /** A parameter of the address that is there once; empty for any other. */
  asked: (name: string) => string;
}

/** Somebody who sent a form of a hosted page. */
export interface Submission extends Visit {
  /** A field of the form; empty when it is absent. */
  field: (name: string) => string;
}

/** What a route file exports. */
export type RouteMethods = ReturnType<typeof resource<Record<string, string>>>;

interface HostedPage {
  show?: (visit: Visit) => Promise<Response>;
  submit?: (submission: Submission) => Promise<Response>;
}

/** The methods of a hosted page: GET shows it, POST takes its form. What is taken is answered with 303 and a page that
 *  can be loaded again; what is refused, with the page itself, its errors and what was typed. */
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

/** An answer that sends the browser to a path of ours.
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

/** The refusal of a form that another site sends, in a browser that may be signed in here. A browser says with every form
 *  where it comes from. */
function foreign(request: Request): Response | null {
  if (request.headers.get("origin") === new URL(config().baseUrl).origin) return null;
  return new Response("Forms are taken from our own pages.", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
