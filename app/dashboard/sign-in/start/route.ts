import { ownPage } from "@/app/dashboard/_request/own-page";
import { callNextAuth } from "@/app/dashboard/sign-in/start/ask-next-auth";
import { problemResponse } from "@/lib/core/http/problem";
import { browserContext, requestIdOf } from "@/lib/core/http/request-context";
import { asServiceError } from "@/lib/core/http/service-error";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { config } from "@/lib/kernel/config/config";

/** Starts the dashboard's sign-in from a plain form: obtains next-auth's CSRF token on the browser's behalf,
 *  so that it works without JavaScript, and redirects the browser to the issuer. Only our own pages may post
 *  here. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = config();
  if (request.headers.get("origin") !== baseUrl) return new Response("Forbidden", { status: 403 });
  const requestId = requestIdOf(request);
  try {
    await admitAnonymous(browserContext(request.headers, requestId));
  } catch (error) {
    return problemResponse(asServiceError(error, requestId));
  }
  // Without a form there is no particular page to return to.
  const returnTo = (await request.formData().catch(() => null))?.get("return");
  const callbackUrl = baseUrl + ownPage(typeof returnTo === "string" ? returnTo : undefined);
  const csrf = await callNextAuth({ method: "GET", path: ["csrf"] });
  const { csrfToken } = csrf.body as { csrfToken: string };
  const started = await callNextAuth({
    method: "POST",
    path: ["signin", "atrium"],
    cookies: Object.fromEntries(csrf.cookies.map(pairOf)),
    form: { csrfToken, callbackUrl, json: "true" },
  });
  const { url } = started.body as { url: string };
  const headers = new Headers({ location: url, "cache-control": "no-store" });
  for (const cookie of [...csrf.cookies, ...started.cookies]) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Returns the name and value of a `Set-Cookie` header. */
function pairOf(line: string): [string, string] {
  const [pair = ""] = line.split(";");
  const at = pair.indexOf("=");
  return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
}
