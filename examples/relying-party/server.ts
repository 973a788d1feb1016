// An application that signs its users in at Atrium's own pages: node:http and @atrium/client, nothing else.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { memoryStore } from "@atrium/client";
import { createRelyingParty, type HostedTokens } from "@atrium/client/oidc";
import { createLogoutReceiver } from "@atrium/client/verify";
import { expectOwnPage } from "@atrium/client/web";
import { failedPage, pageStyle, signedInPage, signedOutPage } from "./pages";
import {
  beginSession,
  beginSignIn,
  endSession,
  endSessionsOf,
  type Session,
  sessionOf,
  takeSignIn,
} from "./sessions";
import { readSettings } from "./settings";

const settings = readSettings();
const { clientId, clientSecret } = settings;
const baseUrl = settings.issuer.origin;
const party = createRelyingParty({
  baseUrl,
  clientId,
  ...(clientSecret ? { clientSecret } : {}),
  redirectUri: `${settings.origin}/callback`,
});
const receiveLogout = createLogoutReceiver({ baseUrl, clientId, store: memoryStore() });

type Answer = {
  status?: number;
  html?: string;
  redirect?: string;
  cookies?: Record<string, string | null>;
};
type Handler = (request: IncomingMessage, url: URL, body: URLSearchParams) => Promise<Answer>;

const routes: Record<string, Handler> = {
  "GET /": async (request, url) => {
    const session = sessionOf(cookie(request, "session"));
    const notice = url.searchParams.has("bye") ? "You were signed out." : null;
    return { html: session ? signedInPage(session) : signedOutPage(notice) };
  },

  "GET /sign-in": async () => {
    const { url, pending } = await party.begin();
    return { redirect: url, cookies: { pending: beginSignIn(pending) } };
  },

  "GET /callback": async (request, url) => {
    const pending = takeSignIn(cookie(request, "pending"));
    if (!pending) return { status: 400, html: failedPage("This sign-in was not begun here.") };
    const id = beginSession(newSession(await party.finish(url, pending)));
    return { redirect: "/", cookies: { session: id, pending: null } };
  },

  "POST /refresh": async (request) => {
    const id = cookie(request, "session");
    const session = sessionOf(id);
    if (!session?.tokens.refreshToken) return { redirect: "/" };
    try {
      const tokens = await party.refresh(session.tokens);
      Object.assign(session, newSession(tokens), { refreshedAt: new Date() });
    } catch {
      // The grant is gone: signed out elsewhere, suspended, or a stolen refresh token was reused.
      endSession(id);
    }
    return { redirect: "/" };
  },

  "POST /sign-out": async (request) => {
    const id = cookie(request, "session");
    const session = sessionOf(id);
    endSession(id);
    const redirect = session ? party.endSessionUrl(session.tokens, `${settings.origin}/`) : "/";
    return { redirect, cookies: { session: null } };
  },

  "POST /backchannel-logout": async (_request, _url, body) => {
    try {
      await receiveLogout(body.get("logout_token") ?? "", async (logout) => {
        endSessionsOf(logout);
      });
      return { status: 200 };
    } catch {
      return { status: 400 };
    }
  },
};

function newSession(tokens: HostedTokens): Session {
  const { claims } = tokens;
  const policyName = Object.keys(claims).find((name) => name.endsWith("/claims/session_policy"));
  const policy = (policyName && claims[policyName]) as
    | { idle_timeout_minutes?: number }
    | undefined;
  return {
    tokens,
    idleMs: (policy?.idle_timeout_minutes ?? 30) * 60_000,
    lastSeen: Date.now(),
    refreshedAt: null,
  };
}

function cookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === `rp_${name}`)?.[1];
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 20_000) throw new Error("The body is too large");
  }
  return new URLSearchParams(text);
}

const styleHash = createHash("sha256").update(pageStyle).digest("base64");

function send(response: ServerResponse, { status, html, redirect, cookies = {} }: Answer): void {
  const secure = settings.origin.startsWith("https:") ? "; Secure" : "";
  const setCookies = Object.entries(cookies).map(
    ([name, value]) =>
      `rp_${name}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${secure}${value === null ? "; Max-Age=0" : ""}`,
  );
  response.writeHead(status ?? (redirect ? 303 : 200), {
    "cache-control": "no-store",
    ...(setCookies.length > 0 ? { "set-cookie": setCookies } : {}),
    ...(redirect ? { location: redirect } : {}),
    ...(html
      ? {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${settings.issuer.origin}; frame-ancestors 'none'`,
        }
      : {}),
  });
  response.end(html);
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", settings.origin);
  const handler = routes[`${request.method} ${url.pathname}`];
  try {
    if (!handler)
      return send(response, { status: 404, html: failedPage("There is no such page.") });
    if (request.method === "POST" && url.pathname !== "/backchannel-logout")
      expectOwnPage(new Headers(request.headers as Record<string, string>), settings.origin);
    send(response, await handler(request, url, await formOf(request)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "Something went wrong.";
    send(response, { status: 400, html: failedPage(reason) });
  }
});
server.listen(settings.port, () => console.log(`The example is at ${settings.origin}`));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
