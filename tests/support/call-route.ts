import type { RouteHandler } from "@/lib/core/http/route-handler";

export interface Call<P> {
  method?: string;
  /** As the caller writes it, with its query: `/api/v1/management/roles`. */
  path: string;
  /** Values of the folder names in brackets. */
  params?: P;
  /** Sent as the bearer. */
  token?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON; a string unchanged, with the headers of this call. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of anything else. */
  body: unknown;
  /** The bytes of the body, for refusals that must look alike. */
  text: string;
}

/** Calls a route handler as a host would and reads its answer. */
export async function call<P>(handler: RouteHandler<P>, input: Call<P>): Promise<Answer> {
  const request = requestOf(input);
  const response = await handler(request, { params: Promise.resolve(input.params ?? ({} as P)) });
  const text = await response.text();
  const json = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  const body: unknown = json ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, text };
}

function requestOf<P>({ method = "GET", path, token, headers = {}, body }: Call<P>): Request {
  const sent = new Headers(headers);
  if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
  if (body !== undefined && typeof body !== "string" && !sent.has("content-type"))
    sent.set("content-type", "application/json");
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Request(new URL(path, "http://localhost:3000"), {
    method,
    headers: sent,
    ...(text === undefined ? {} : { body: text }),
  });
}
