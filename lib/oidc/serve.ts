import { config } from "@/lib/config/config";
import { headersForBody, headersWithoutBody } from "@/lib/http/copied-headers";
import { type OidcExchange, withExchange } from "@/lib/oidc/exchange";
import { providerOf } from "@/lib/oidc/provider";

/** Passes a request to the environment's provider and answers with what it says. Host, scheme and address
 *  that the provider sees are the configured ones, whatever the request's headers claim: nothing a client
 *  sends reaches an issuer, a link or a cookie.
 *  @param form the body, when it was read before; the request's own otherwise
 *  @throws whatever the provider failed with that no client did: it would tell of it in words of its own, and of a
 *  database that is away as of a fault */
export async function passToProvider(
  request: Request,
  exchange: OidcExchange,
  form?: URLSearchParams,
): Promise<Response> {
  const { handle } = await providerOf(exchange.scope);
  const response = await withExchange(exchange, () => handle(pinned(request, form)));
  if (exchange.failure !== undefined) throw exchange.failure;
  return withDenial(response, exchange);
}

/** The headers of a browser or client that mean something to the provider. Any other stays outside. */
const passed = ["accept", "accept-language", "authorization", "cookie", "origin", "content-type"];

function pinned(request: Request, form: URLSearchParams | undefined): Request {
  const base = new URL(config().baseUrl);
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({
    host: base.host,
    "x-forwarded-host": base.host,
    "x-forwarded-proto": base.protocol.slice(0, -1),
  });
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (form) headers.set("content-type", "application/x-www-form-urlencoded");
  return new Request(new URL(pathname + search, base), {
    method: request.method,
    headers,
    ...(form ? { body: form.toString() } : {}),
  });
}

/** Puts the access evaluator's reason beside the standard error, wherever that error is carried. */
async function withDenial(response: Response, { denial }: OidcExchange): Promise<Response> {
  if (!denial) return response;
  const location = response.headers.get("location");
  if (location) {
    const headers = headersWithoutBody(response);
    const target = new URL(location, config().baseUrl);
    target.searchParams.set("error_code", denial);
    headers.set("location", target.href);
    return new Response(null, { status: response.status, headers });
  }
  const type = response.headers.get("content-type") ?? "";
  if (!type.includes("json") && !type.includes("html")) return response;
  const text = await response.text();
  const body = type.includes("json")
    ? JSON.stringify({ ...JSON.parse(text), error_code: denial })
    : text.replace(
        '<input type="hidden" name="error"',
        `<input type="hidden" name="error_code" value="${denial}"/>\n<input type="hidden" name="error"`,
      );
  return new Response(body, { status: response.status, headers: headersForBody(response) });
}
