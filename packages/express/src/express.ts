import type { ServerResponse } from "node:http";
import {
  type CurrentUser,
  createWebAuth,
  handleAuth,
  type SignInResult,
  type WebAuth,
  type WebAuthSettings,
} from "@atrium/client/web";
import { addCookies, type ServerRequest, sendAnswer, webRequest } from "./web-request.js";

type Next = (error?: unknown) => void;

/** A middleware of Express, and of every framework with the same three parameters. */
export type Middleware = (request: ServerRequest, response: ServerResponse, next: Next) => void;

/** Sign-in functions for an application. */
export interface ExpressAuth {
  /** Mount it before your routes, without a path: it answers requests below `basePath`. */
  routes: Middleware;
  /** Lets signed-in users through and sends others to sign in; a request that is no page's is a 401. */
  requireUser: Middleware;
  /** Lets a fresh proof through, once, and sends others to step up. Put it after `requireUser`. */
  requireProof: Middleware;
  /** The user of a request that `requireUser` let through. @throws TypeError for any other request */
  userOf(request: ServerRequest): CurrentUser;
  /** The user of any request, or null. */
  findUser(request: ServerRequest): Promise<CurrentUser | null>;
  /** Returns the access token of a session of the service's own pages, renewed when it is about to end, or
   *  immediately with `renew`.
   *  @returns null when there is none */
  accessToken(request: ServerRequest, options?: { renew?: boolean }): Promise<string | null>;
  /** The password stage of your own form; sets the cookies. */
  signIn(
    request: ServerRequest,
    response: ServerResponse,
    credentials: { email: string; password: string },
  ): Promise<SignInResult["step"]>;
  /** The code stage; sets the cookies. */
  enterCode(
    request: ServerRequest,
    response: ServerResponse,
    proof: { code: string; rememberDevice?: boolean },
  ): Promise<SignInResult["step"]>;
  /** Everything else, over the web's `Request`. */
  web: WebAuth;
  /** The request as the web's own, without its body: for `web`, and for a guard of `createResourceGuard`. */
  webRequest(request: ServerRequest): Request;
}

/** Sign-in for an Express application.
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createExpressAuth } from "@atrium/express";
 *  import express from "express";
 *
 *  const auth = createExpressAuth({
 *    atrium: createAtrium(settings),
 *    origin: "http://localhost:4000",
 *    appId: settings.appId,
 *    store: memoryStore(),
 *  });
 *  const app = express();
 *  app.use(auth.routes);
 *  app.get("/", auth.requireUser, (request, response) => {
 *    response.send(`Hello, ${auth.userOf(request).email}`);
 *  });
 *  app.post("/delete", auth.requireUser, auth.requireProof, (request, response) => {
 *    response.send("Deleted");
 *  });
 */
export function createExpressAuth(settings: WebAuthSettings): ExpressAuth {
  const users = new WeakMap<ServerRequest, CurrentUser>();
  const addresses = new WeakMap<Request, ServerRequest>();
  // The connection's own address, unless the application sets another: only it knows its proxies.
  const web = createWebAuth({
    endUserOf: (request) => endUserOf(addresses.get(request)),
    ...settings,
  });
  const asWeb = (request: ServerRequest, options?: { body: boolean }) => {
    const made = webRequest(request, web.origin, options);
    addresses.set(made, request);
    return made;
  };
  // The application may want to read the body.
  const headersOf = (request: ServerRequest) => asWeb(request, { body: false });
  const middleware =
    (work: (request: ServerRequest, response: ServerResponse) => Promise<boolean>): Middleware =>
    (request, response, next) => {
      work(request, response).then((goOn) => {
        if (goOn) next();
      }, next);
    };

  return {
    web,
    webRequest: headersOf,
    routes: middleware(async (request, response) => {
      const path = (request.originalUrl ?? request.url ?? "/").split("?")[0] ?? "";
      if (!path.startsWith(`${web.basePath}/`)) return true;
      const answer = await handleAuth(web, asWeb(request));
      if (answer) await sendAnswer(response, answer);
      return answer === null;
    }),
    requireUser: middleware(async (request, response) => {
      const user = await web.user(headersOf(request));
      if (!user) return redirectOrRefuse(request, response, web.signInPath, 401);
      users.set(request, user);
      return true;
    }),
    requireProof: middleware(async (request, response) => {
      if (await web.spendProof(headersOf(request))) return true;
      return redirectOrRefuse(request, response, web.stepUpPath, 403);
    }),
    userOf(request) {
      const user = users.get(request);
      if (!user) throw new TypeError("Put requireUser before this route");
      return user;
    },
    findUser: (request) => web.user(headersOf(request)),
    accessToken: (request, options) => web.accessToken(headersOf(request), options),
    signIn: (request, response, credentials) =>
      goOn(response, web.signIn(headersOf(request), credentials)),
    enterCode: (request, response, proof) =>
      goOn(response, web.enterCode(headersOf(request), proof)),
  };
}

async function goOn(
  response: ServerResponse,
  result: Promise<SignInResult>,
): Promise<SignInResult["step"]> {
  const { step, cookies } = await result;
  addCookies(response, cookies);
  return step;
}

/** Redirects a page's reader to another page, and answers everything else with a status. */
function redirectOrRefuse(
  request: ServerRequest,
  response: ServerResponse,
  to: string,
  status: number,
): false {
  const isPage = request.headers.accept?.includes("text/html") ?? false;
  const requested = request.originalUrl ?? request.url ?? "/";
  const back = request.method === "GET" ? `?return_to=${encodeURIComponent(requested)}` : "";
  response.setHeader("cache-control", "no-store");
  if (isPage) response.setHeader("location", to + back);
  response.statusCode = isPage ? 303 : status;
  response.end();
  return false;
}

function endUserOf(request: ServerRequest | undefined): { ip?: string; agent?: string } {
  const ip = request?.socket.remoteAddress?.replace(/^::ffff:/, "");
  const agent = request?.headers["user-agent"];
  return { ...(ip ? { ip } : {}), ...(agent ? { agent } : {}) };
}
