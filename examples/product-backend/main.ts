// A product's backend over Atrium's request-time API: sign in with password and code, mint and check a token,
// step up before a dangerous action, account security. It runs on Node's own http server; Express's
// middleware fits it as well.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createAtrium, isAtriumError, isSessionOver, memoryStore } from "@atrium/client";
import { RefusedRequest } from "@atrium/client/web";
import { createExpressAuth } from "@atrium/express";
import { explained } from "./errors";
import { type Context, type Handler, type SignedIn, sessionOverText } from "./handler";
import { deleteNotes, showHome, signOut } from "./home";
import { html, page } from "./html";
import { changePassword, endFromPage, showSecurity } from "./security";
import { readSettings } from "./settings";
import { enterCode, forgot, showCode, showForgot, showSignIn, signIn } from "./sign-in";
import { showStepUp, stepUp } from "./step-up";
import { Refused, redirect, send } from "./web";

const settings = readSettings();
const origin = `http://localhost:${settings.port}`;
const atrium = createAtrium(settings);
// In memory, because this is an example; a real backend keeps sessions in a store that its servers share.
const store = memoryStore();
const auth = createExpressAuth({
  atrium,
  origin,
  appId: settings.appId,
  store,
  signInPath: "/sign-in",
});
const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");

/** Makes a handler for signed-in users; others are sent to sign in. */
const signedIn =
  (handler: (context: SignedIn) => Promise<void> | void): Handler =>
  async (context) => {
    const { request, response } = context;
    const found = await auth.web.find(auth.webRequest(request));
    const session = found.user?.session;
    if (found.user && session?.kind === "direct")
      return handler({ ...context, user: { ...found.user, session } });
    const goodbye = found.user ? null : sessionOverText(found.ended);
    redirect(response, goodbye ? `/sign-in?notice=${encodeURIComponent(goodbye)}` : "/sign-in");
  };

const routes: Record<string, Handler> = {
  "GET /": signedIn(showHome),
  "GET /sign-in": showSignIn,
  "POST /sign-in": signIn,
  "GET /code": showCode,
  "POST /code": enterCode,
  "GET /forgot": showForgot,
  "POST /forgot": forgot,
  "POST /sign-out": signedIn(signOut),
  "POST /delete-notes": signedIn(deleteNotes),
  "GET /step-up": signedIn((context) => showStepUp(context)),
  "POST /step-up": signedIn(stepUp),
  "GET /security": signedIn((context) => showSecurity(context)),
  "POST /security/session": signedIn(endFromPage),
  "POST /security/device": signedIn(endFromPage),
  "POST /security/others": signedIn(endFromPage),
  "POST /security/everything": signedIn(endFromPage),
  "POST /security/password": signedIn(changePassword),
  "GET /style.css": ({ response }) => send(response, style, { type: "text/css; charset=utf-8" }),
};

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", origin);
  const handler = routes[`${request.method} ${url.pathname}`];
  const context: Context = { request, response, url, settings, atrium, auth };
  try {
    if (!handler) throw new Refused(404);
    await handler(context);
  } catch (error) {
    await recover(context, error);
  }
}

/** Clears a session that is over; shows an error page for any other error. */
async function recover({ request, response }: Context, error: unknown): Promise<void> {
  const problem = isAtriumError(error) ? error : null;
  if (isSessionOver(error)) {
    const to = `/sign-in?notice=${encodeURIComponent(sessionOverText(error.code) ?? "")}`;
    return redirect(response, to, await auth.web.sessions.end(auth.webRequest(request).headers));
  }
  const refused = error instanceof Refused || error instanceof RefusedRequest ? error : null;
  if (!problem && !refused) console.error(error);
  const status = refused?.status ?? (problem?.status || 502);
  const text = problem ? explained(problem) : "This page could not be shown.";
  const body = html`<p><a href="/">Back to the start</a></p>`;
  send(response, page({ title: "That did not work", body, error: text }), { status });
}

createServer((request, response) => void handle(request, response)).listen(settings.port, () => {
  console.log(`The product is at ${origin}`);
});
