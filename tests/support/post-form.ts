import type { RouteHandler } from "@/lib/core/http/route-handler";
import { config } from "@/lib/kernel/config/config";

type ClientProof = { client_id: string; client_secret?: string };

/** Answer to a client that posts a form. */
export interface FormAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the answer; empty where it has none. */
  body: Record<string, unknown>;
}

/** Form fields that authenticate a client: its id, and its secret, where it has one. */
export const proofOf = (client: { clientId: string; clientSecret: string }): ClientProof => ({
  client_id: client.clientId,
  ...(client.clientSecret && { client_secret: client.clientSecret }),
});

/** Posts a form to a route of the OAuth plane, as a client does. */
export async function postForm(
  route: RouteHandler,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const request = new Request(`${config().baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString(),
  });
  const response = await route(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith("{") ? JSON.parse(text) : {},
  };
}
