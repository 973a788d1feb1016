import { ownPage } from "@/app/dashboard/_request/own-page";
import { config } from "@/lib/config/config";

/** Starts the dashboard's sign-in from a plain form: takes next-auth's CSRF token on the browser's behalf, so
 *  that it works without JavaScript, and sends the browser on to the issuer. Only our own pages may post here. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = config();
  if (request.headers.get("origin") !== baseUrl) return new Response("Forbidden", { status: 403 });
  // Without a form there is nowhere in particular to go back to.
  const wanted = (await request.formData().catch(() => null))?.get("return");
  const callbackUrl = baseUrl + ownPage(typeof wanted === "string" ? wanted : undefined);
  const csrf = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie();
  const started = await fetch(`${baseUrl}/api/auth/signin/atrium`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
    body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
  });
  const { url } = (await started.json()) as { url: string };
  const headers = new Headers({ location: url, "cache-control": "no-store" });
  for (const cookie of [...cookies, ...started.headers.getSetCookie()])
    headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
