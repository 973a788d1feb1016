import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import type { RequestContext } from "@/lib/caller";
import { browserContext } from "@/lib/http/request-context";
import type { CookieReader } from "@/lib/oidc/cookies";

/** Where this request comes from, by the socket. */
export async function requestContext(): Promise<RequestContext> {
  return browserContext(new Headers(await headers()), randomUUID());
}

/** The cookies that came with this request. */
export async function requestCookies(): Promise<CookieReader> {
  const jar = await cookies();
  return (name) => jar.get(name)?.value;
}

/** A query parameter that must be there once: repeated ones are as good as none. */
export function single(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A field of a submitted form, as text. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** What the query of a page looks like before anything is known about it. */
export type Query = Promise<Record<string, string | string[] | undefined>>;
