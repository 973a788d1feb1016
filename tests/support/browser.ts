import { createHash, randomBytes } from "node:crypto";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import {
  readStoredInteraction,
  type StoredInteraction,
} from "@/lib/core/oidc/sign-in/stored-interaction";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import type { TestOidcClient } from "@/tests/builders/an-oidc-client";

type Route = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response> | Response;

/** A browser that calls the route handlers: it stores cookies by name and path, and follows no redirect by
 *  itself. */
export class Browser {
  private readonly jar = new Map<string, { name: string; value: string; path: string }>();

  /** The cookies it would send to a path. */
  cookiesFor(path: string): string {
    return [...this.jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  readonly read = (name: string) => this.jar.get(`${name} /`)?.value;

  /** Loses a cookie. */
  forget(name: string): void {
    this.jar.delete(`${name} /`);
  }

  /** Copies a cookie of another browser: the same machine on another day. */
  adopt(other: Browser, name: string): void {
    const cookie = other.jar.get(`${name} /`);
    if (cookie) this.jar.set(`${name} /`, cookie);
  }

  async go(route: Route, address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, config().baseUrl);
    const headers = new Headers(init.headers);
    const cookies = this.cookiesFor(url.pathname);
    if (cookies) headers.set("cookie", cookies);
    const response = await route(new Request(url, { ...init, headers }), {
      params: Promise.resolve({}),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const of = (name: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const gone = of("max-age") === "0" || new Date(of("expires") ?? "2999-01-01") < new Date();
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: of("path") ?? "/" };
    const key = `${cookie.name} ${cookie.path}`;
    if (gone) this.jar.delete(key);
    else this.jar.set(key, cookie);
  }
}

/** A PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** An authorization request's address. */
export function authorizeUrl(...parts: Parameters<typeof authorizeForm>): string {
  return `/oauth/authorize?${new URLSearchParams(authorizeForm(...parts))}`;
}

/** The parameters of that address. */
export function authorizeForm(
  client: Pick<TestOidcClient, "clientId" | "redirectUri">,
  challenge: string,
  extra: Record<string, string> = {},
): Record<string, string> {
  return {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: "code",
    scope: "openid profile email",
    state: "the-state",
    nonce: "the-nonce",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...extra,
  };
}

/** Returns the redirect target of an answer. */
export function locationOf(response: Response): URL {
  return new URL(response.headers.get("location") ?? "about:blank", config().baseUrl);
}

/** Returns the interaction with this uid, which the browser started.
 *  @throws Error when it did not */
export async function interactionIn(browser: Browser, uid: string): Promise<StoredInteraction> {
  const interaction = await readStoredInteraction(uid, browser.read);
  if (!interaction) throw new Error("The browser has no such interaction");
  return interaction;
}

/** Signs a user in through the hosted flow, password and code left out, up to the redirect to the client. */
export async function signIn(
  browser: Browser,
  client: TestOidcClient,
  userId: string,
  extra: Record<string, string> = {},
): Promise<{ verifier: string; callback: URL; response: Response }> {
  const { verifier, challenge } = pkce();
  const address = authorizeUrl(client, challenge, extra);
  return { verifier, ...(await signInAt(browser, address, userId)) };
}

/** Like `signIn`, from an existing authorization address. */
export async function signInAt(
  browser: Browser,
  address: string,
  userId: string,
): Promise<{ callback: URL; response: Response }> {
  const started = await browser.go(authorizeRoute, address);
  const target = locationOf(started);
  if (target.pathname !== "/login") return { callback: target, response: started };
  const interaction = await interactionIn(browser, target.searchParams.get("interaction") ?? "");
  const login = { userId, authTime: now(), amr: ["pwd"], trustedDeviceId: null, kind: null };
  const next = await completeLogin(interaction, login, noRequest);
  const response = await browser.go(resumeRoute, next ?? "");
  return { callback: locationOf(response), response };
}

/** A token request of a relying party. */
export async function tokenRequest(
  client: TestOidcClient,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, string> }> {
  const secret: Record<string, string> = client.clientSecret
    ? { client_secret: client.clientSecret }
    : {};
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: client.clientId, ...secret, ...form }).toString(),
  });
  const response = await tokenRoute(request, { params: Promise.resolve({}) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Exchanges the code of a sign-in. */
export function exchangeCode(
  client: TestOidcClient,
  { callback, verifier }: { callback: URL; verifier: string },
) {
  return tokenRequest(client, {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  });
}
