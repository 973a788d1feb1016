// An application that signs its users in through Atrium: node:http and openid-client, nothing else.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as oidc from "openid-client";
import { logoutTokenVerifier } from "./backchannel";
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
const issuer = await oidc.discovery(
  settings.issuer,
  settings.clientId,
  settings.clientSecret,
  settings.clientSecret ? oidc.ClientSecretBasic(settings.clientSecret) : oidc.None(),
  // Only a local issuer is spoken to without TLS.
  settings.issuer.protocol === "http:" ? { execute: [oidc.allowInsecureRequests] } : {},
);
const redirectUri = `${settings.origin}/callback`;
const metadata = issuer.serverMetadata();
const verifyLogoutToken = logoutTokenVerifier({
  issuer: metadata.issuer,
  clientId: settings.clientId,
  jwksUri: new URL(metadata.jwks_uri ?? ""),
});

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
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const target = oidc.buildAuthorizationUrl(issuer, {
      redirect_uri: redirectUri,
      scope: "openid profile email",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    return { redirect: target.href, cookies: { pending: beginSignIn({ verifier, state, nonce }) } };
  },

  "GET /callback": async (request, url) => {
    const pending = takeSignIn(cookie(request, "pending"));
    if (!pending) return { status: 400, html: failedPage("This sign-in was not begun here.") };
    const tokens = await oidc.authorizationCodeGrant(issuer, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
    });
    const id = beginSession(newSession(tokens));
    return { redirect: "/", cookies: { session: id, pending: null } };
  },

  "POST /refresh": async (request) => {
    const id = cookie(request, "session");
    const session = sessionOf(id);
    if (!session?.refreshToken) return { redirect: "/" };
    try {
      const tokens = await oidc.refreshTokenGrant(issuer, session.refreshToken);
      Object.assign(session, newSession(tokens, session), { refreshedAt: new Date() });
    } catch {
      // The family is gone: signed out elsewhere, suspended, or used by somebody else.
      endSession(id);
    }
    return { redirect: "/" };
  },

  "POST /sign-out": async (request) => {
    const id = cookie(request, "session");
    const session = sessionOf(id);
    endSession(id);
    const target = oidc.buildEndSessionUrl(issuer, {
      post_logout_redirect_uri: `${settings.origin}/`,
      ...(session ? { id_token_hint: session.idToken } : {}),
    });
    return { redirect: session ? target.href : "/", cookies: { session: null } };
  },

  "POST /backchannel-logout": async (_request, _url, body) => {
    try {
      const logout = await verifyLogoutToken(body.get("logout_token") ?? "");
      if (logout !== "seen before") endSessionsOf(logout);
      return { status: 200 };
    } catch {
      return { status: 400 };
    }
  },
};

function newSession(
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  before?: Session,
): Session {
  const claims = tokens.claims() ?? before?.claims ?? {};
  const policyName = Object.keys(claims).find((name) => name.endsWith("/claims/session_policy"));
  const policy = (policyName && claims[policyName]) as
    | { idle_timeout_minutes?: number }
    | undefined;
  return {
    sub: String(claims.sub),
    sid: typeof claims.sid === "string" ? claims.sid : before?.sid,
    claims: { ...claims },
    idToken: tokens.id_token ?? before?.idToken ?? "",
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken,
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
    send(response, await handler(request, url, await formOf(request)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "Something went wrong.";
    send(response, { status: 400, html: failedPage(reason) });
  }
});
server.listen(settings.port, () => console.log(`The example is at ${settings.origin}`));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
