// A product's backend over Atrium's request-time API, on Node's own http server: sign in with password and
// code, replay activity, mint and check a token, step up before a dangerous action, account security.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Atrium, AtriumProblem } from "./atrium";
import { explained } from "./errors";
import { type Context, farewell, type Handler, type SignedIn } from "./handler";
import { deleteNotes, showHome, signOut } from "./home";
import { html, page } from "./html";
import { changePassword, endSomething, showSecurity } from "./security";
import { readSettings } from "./settings";
import { enterCode, forgot, showCode, showForgot, showSignIn, signIn } from "./sign-in";
import { SignIns } from "./sign-ins";
import { showStepUp, stepUp } from "./step-up";
import { Refused, redirect, send } from "./web";

const settings = readSettings();
const atrium = new Atrium(settings);
const signIns = new SignIns();
const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");

/** A handler for signed-in users; others are sent to sign in. */
const signedIn =
  (handler: (context: SignedIn) => Promise<void> | void): Handler =>
  (context) => {
    const found = signIns.of(context.request);
    if (!found) return redirect(context.response, "/sign-in");
    return handler({ ...context, signIn: found });
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
  "POST /security/session": signedIn(endSomething),
  "POST /security/device": signedIn(endSomething),
  "POST /security/others": signedIn(endSomething),
  "POST /security/everything": signedIn(endSomething),
  "POST /security/password": signedIn(changePassword),
  "GET /style.css": ({ response }) => send(response, style, { type: "text/css; charset=utf-8" }),
};

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", `http://localhost:${settings.port}`);
  const handler = routes[`${request.method} ${url.pathname}`];
  const context: Context = { request, response, url, settings, atrium, signIns };
  try {
    if (!handler) throw new Refused(404);
    await handler(context);
  } catch (error) {
    recover(context, error);
  }
}

/** A session that is over is cleared, whatever the user was doing; the rest is an error page. */
function recover({ request, response }: Context, error: unknown): void {
  const problem = error instanceof AtriumProblem ? error : null;
  const goodbye = farewell(problem?.code ?? null);
  if (goodbye) {
    const to = `/sign-in?notice=${encodeURIComponent(goodbye)}`;
    redirect(response, to, [signIns.forget(request)]);
    return;
  }
  if (!problem && !(error instanceof Refused)) console.error(error);
  const status = error instanceof Refused ? error.status : (problem?.status ?? 502);
  const text = problem ? explained(problem) : "This page could not be shown.";
  const body = html`<p><a href="/">Back to the start</a></p>`;
  send(response, page({ title: "That did not work", body, error: text }), { status });
}

createServer((request, response) => void handle(request, response)).listen(settings.port, () => {
  console.log(`The product is at http://localhost:${settings.port}`);
});
