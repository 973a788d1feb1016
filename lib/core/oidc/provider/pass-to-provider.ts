import { headersForBody, headersWithoutBody } from "@/lib/core/http/copied-headers";
import { withParameters } from "@/lib/core/oidc/http/with-parameters";
import { providerOf } from "@/lib/core/oidc/provider/provider";
import {
  type ProviderRequest,
  withProviderRequest,
} from "@/lib/core/oidc/provider/provider-request";
import { recordRefusedAuthorization } from "@/lib/core/oidc-clients/record-refused-authorization";
import { config } from "@/lib/kernel/config/config";
import { noteTenant } from "@/lib/kernel/process/current-request";

/** Passes a request to the environment's provider. The provider sees the configured host, scheme and address,
 *  regardless of the request's headers: nothing from a client affects an issuer, a link or a cookie.
 *  @param known context of the request
 *  @param form the body, if it was read before; otherwise the request's own
 *  @throws the provider's internal error. The provider's own answer would report an unavailable
 *    database as an error of ours */
export async function passToProvider(
  request: Request,
  known: ProviderRequest,
  form?: URLSearchParams,
): Promise<Response> {
  noteTenant(known.scope);
  const { handle } = await providerOf(known.scope);
  const response = await withProviderRequest(known, () => handle(pinned(request, form)));
  if (known.failure !== undefined) throw known.failure;
  await noteRefusal(known);
  return withDenial(response, known);
}

const ofPerson = new Set(["access_denied", "login_required"]);

/** Records a refused authorization for the client's administrators. Denied access concerns the user's roles.
 *  A person who declines, is too late or may not sign in is refused with `access_denied`, and one who is not
 *  the requested user with `login_required`. */
async function noteRefusal({ scope, client, refusal, denial }: ProviderRequest): Promise<void> {
  if (!refusal || !client) return;
  const others = ofPerson.has(refusal.error) ? "person" : "parameters";
  const cause = denial ? "access" : others;
  await recordRefusedAuthorization(scope, client.id, { ...refusal, cause, errorCode: denial });
}

/** Request headers that the provider uses. It gets no others. */
const passed = [
  ...["accept", "accept-language", "authorization", "cookie", "origin", "content-type", "dpop"],
];

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

/** Adds the access evaluator's reason to the standard error: in the redirect, the JSON body or the form. */
async function withDenial(response: Response, { denial }: ProviderRequest): Promise<Response> {
  if (!denial) return response;
  const location = response.headers.get("location");
  if (location) {
    const headers = headersWithoutBody(response);
    headers.set("location", withParameters(location, { error_code: denial }));
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
