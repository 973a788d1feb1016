import { AtriumFailure } from "../problems.js";
import { endOfAccountSecurity, readAccountSecurity } from "./account-security.js";
import type { WebAuth } from "./auth.js";
import type { DirectSession } from "./browser-sessions.js";
import { expectOwnPage, ownPath, RefusedRequest } from "./origin.js";

const LONGEST_BODY = 65_536;

/** Answers the requests below `basePath`:
 *
 *  | Route | Does |
 *  |---|---|
 *  | `GET sign-in?return_to=` | sends the browser to the service's own pages |
 *  | `GET callback` | takes the browser back |
 *  | `POST sign-out` | ends the session here and at the service |
 *  | `POST backchannel-logout` | takes logout tokens: the service ended these sessions |
 *  | `POST step-up` | takes a fresh proof: `method`, and `password` or `code` |
 *  | `GET account-security` | JSON for a page of yours |
 *  | `POST account-security/…/revoke` | ends a session, a device, a factor, or all others |
 *
 *  @returns null for another path
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createWebAuth, handleAuth } from "@atrium/client/web";
 *
 *  const auth = createWebAuth({
 *    atrium: createAtrium(settings),
 *    origin: "http://localhost:4000",
 *    appId: settings.appId,
 *    store: memoryStore(),
 *  });
 *  const answer = await handleAuth(auth, new Request("http://localhost:4000/auth/account-security"));
 *  console.log(answer?.status);
 */
export async function handleAuth(auth: WebAuth, request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`${auth.basePath}/`)) return null;
  const place = pathname.slice(auth.basePath.length + 1);
  try {
    return await answerTo(auth, request, place);
  } catch (error) {
    if (error instanceof RefusedRequest) return json({ title: error.message }, error.status);
    if (error instanceof AtriumFailure) return problemAnswer(error);
    throw error;
  }
}

async function answerTo(auth: WebAuth, request: Request, place: string): Promise<Response> {
  const route = `${request.method} ${place}`;
  if (route === "GET sign-in") return toHostedPages(auth, request);
  if (route === "GET callback") return fromHostedPages(auth, request);
  if (route === "POST backchannel-logout") return takeLogout(auth, request);
  if (route === "GET account-security")
    return json(await readAccountSecurity(auth, await directSession(auth, request), request), 200);
  if (request.method !== "POST") throw new RefusedRequest(404, "There is no such page");
  expectOwnPage(request.headers, auth.origin);
  if (place === "sign-out") return signOut(auth, request);
  if (place === "step-up") return stepUp(auth, request);
  if (place.startsWith("account-security/")) {
    const session = await directSession(auth, request);
    return json(await endOfAccountSecurity(auth, session, request, place.slice(17)), 200);
  }
  throw new RefusedRequest(404, "There is no such page");
}

async function toHostedPages(auth: WebAuth, request: Request): Promise<Response> {
  if (!auth.party) throw new RefusedRequest(404, "There is no such page");
  const query = new URL(request.url).searchParams;
  const { url, pending } = await auth.party.begin();
  const returnTo = ownPath(query.get("return_to"), auth.origin);
  const pendingSignIn = { kind: "hosted" as const, signIn: pending, returnTo };
  return redirect(url, await auth.sessions.beginPending(request.headers, pendingSignIn));
}

async function fromHostedPages(auth: WebAuth, request: Request): Promise<Response> {
  const pending = await auth.sessions.pending(request.headers);
  // Used once, even if the sign-in fails.
  const dropped = await auth.sessions.dropPending(request.headers);
  if (!auth.party || pending?.kind !== "hosted")
    return json({ title: "This sign-in was not begun here" }, 400, dropped);
  const tokens = await auth.party.finish(new URL(request.url), pending.signIn).catch((error) => {
    if (error instanceof AtriumFailure && error.status === 0) throw error;
    return null;
  });
  if (!tokens) return json({ title: "The sign-in was refused" }, 400, dropped);
  const { claims } = tokens;
  const policy = Object.entries(claims).find(([name]) => name.endsWith("/claims/session_policy"));
  const minutes = (policy?.[1] as { idle_timeout_minutes?: number } | undefined)
    ?.idle_timeout_minutes;
  const now = Date.now();
  const cookies = await auth.sessions.begin(request.headers, {
    kind: "hosted",
    userId: claims.sub,
    email: typeof claims.email === "string" ? claims.email : "",
    sid: typeof claims.sid === "string" ? claims.sid : undefined,
    tokens,
    since: now,
    seen: now,
    idleMs: (minutes ?? 30) * 60_000,
  });
  return redirect(pending.returnTo, cookies);
}

async function takeLogout(auth: WebAuth, request: Request): Promise<Response> {
  if (!auth.receiveLogout) throw new RefusedRequest(404, "There is no such page");
  const token = (await fieldsOf(request)).get("logout_token") ?? "";
  try {
    await auth.receiveLogout(token, (logout) => auth.sessions.noteLogout(logout));
  } catch (error) {
    // Keys or a store that can't be reached: the service retries after a 5xx, and never after a 4xx.
    const refused =
      error instanceof TypeError || (error as { code?: string }).code?.startsWith("ERR_J");
    const late = (error as { code?: string }).code === "ERR_JWKS_TIMEOUT";
    return json({ title: "Not taken" }, refused && !late ? 400 : 503);
  }
  return json({}, 200);
}

async function signOut(auth: WebAuth, request: Request): Promise<Response> {
  const fields = await fieldsOf(request);
  const { to, cookies } = await auth.signOut(
    request,
    ownPath(fields.get("return_to"), auth.origin),
  );
  return redirect(to, cookies);
}

async function stepUp(auth: WebAuth, request: Request): Promise<Response> {
  const fields = await fieldsOf(request);
  const proof = {
    method: fields.get("method"),
    ...optional(fields, "password"),
    ...optional(fields, "code"),
  };
  const challenge = await auth.stepUp(request, proof as Parameters<WebAuth["stepUp"]>[1]);
  if (challenge) return json({ challenge }, 202);
  const returnTo = fields.get("return_to");
  return returnTo === null
    ? json({ proven: true }, 200)
    : redirect(ownPath(returnTo, auth.origin), []);
}

function optional(fields: URLSearchParams, name: string): Record<string, string> {
  const value = fields.get(name);
  return value ? { [name]: value } : {};
}

async function directSession(auth: WebAuth, request: Request): Promise<DirectSession> {
  const user = await auth.user(request);
  if (!user) throw new RefusedRequest(401, "Nobody is signed in");
  if (user.session.kind !== "direct")
    throw new RefusedRequest(
      409,
      "The service's own page has the account security of this session",
    );
  return user.session;
}

/** Reads the fields of a form or of a JSON object of texts. */
async function fieldsOf(request: Request): Promise<URLSearchParams> {
  const text = await textOf(request);
  if (!/^application\/json\b/.test(request.headers.get("content-type") ?? ""))
    return new URLSearchParams(text);
  try {
    const parsed: unknown = JSON.parse(text);
    const pairs = Object.entries(Object(parsed)).filter(([, value]) => typeof value === "string");
    return new URLSearchParams(pairs as [string, string][]);
  } catch {
    throw new RefusedRequest(400, "The body is no JSON");
  }
}

async function textOf(request: Request): Promise<string> {
  let [text, size] = ["", 0];
  const decoder = new TextDecoder();
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > LONGEST_BODY) {
      await reader.cancel();
      throw new RefusedRequest(413, "The body is too large");
    }
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

const headersOf = (cookies: string[], more: Record<string, string>) =>
  new Headers([
    ...Object.entries({ "cache-control": "no-store", "referrer-policy": "same-origin", ...more }),
    ...cookies.map((line): [string, string] => ["set-cookie", line]),
  ]);

function redirect(to: string, cookies: string[]): Response {
  return new Response(null, { status: 303, headers: headersOf(cookies, { location: to }) });
}

function json(
  body: unknown,
  status: number,
  cookies: string[] = [],
  more: Record<string, string> = {},
): Response {
  const headers = headersOf(cookies, { "content-type": "application/json", ...more });
  return new Response(JSON.stringify(body), { status, headers });
}

/** Returns the service's refusal for a page of yours: without the request's id, which is for the log. */
function problemAnswer({ status, code, title, detail, retry_after }: AtriumFailure): Response {
  const sent = status || 502;
  const wait: Record<string, string> =
    retry_after === null ? {} : { "retry-after": String(retry_after) };
  return json({ status: sent, code, title, detail }, sent, [], wait);
}
