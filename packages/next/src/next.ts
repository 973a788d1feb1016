import {
  type CurrentUser,
  createWebAuth,
  handleAuth,
  type SignInResult,
  type WebAuth,
  type WebAuthSettings,
} from "@atrium/client/web";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";

type RouteHandler = (request: Request) => Promise<Response>;

/** Sign-in functions for an application. */
export interface NextAuth {
  /** Export both from `app/auth/[...atrium]/route.ts`. */
  handlers: { GET: RouteHandler; POST: RouteHandler };
  /** Returns the signed-in user, in a page, a layout, an action or a route. */
  user(): Promise<CurrentUser | null>;
  /** Returns the signed-in user; others are sent to sign in.
   *  @param returnTo a path of the application to return to; Next does not give a page its own */
  requireUser(returnTo?: string): Promise<CurrentUser>;
  /** Uses up the user's fresh proof for the one dangerous thing that an action does; without one the user is
   *  sent to step up.
   *  @param returnTo a path of the application to return to */
  requireProof(returnTo?: string): Promise<void>;
  /** Returns the access token of a session of the service's own pages, renewed when it is about to end, or
   *  immediately with `renew`.
   *  @returns null when there is none */
  accessToken(options?: { renew?: boolean }): Promise<string | null>;
  /** The password stage, in an action of your own form; sets the cookies. */
  signIn(credentials: { email: string; password: string }): Promise<SignInResult["step"]>;
  /** The code stage, in an action; sets the cookies. */
  enterCode(proof: { code: string; rememberDevice?: boolean }): Promise<SignInResult["step"]>;
  /** A step-up, in an action. @returns null once the user is proven, or the challenge that was sent */
  stepUp(proof: Parameters<WebAuth["stepUp"]>[1]): ReturnType<WebAuth["stepUp"]>;
  /** Ends the session, in an action, and redirects. */
  signOut(returnTo?: string): Promise<never>;
  /** Everything else, over the web's `Request`. */
  web: WebAuth;
}

/** Sign-in for a Next application. Make it once, in a file of its own.
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createNextAuth } from "@atrium/next";
 *
 *  const auth = createNextAuth({
 *    atrium: createAtrium(settings),
 *    origin: "http://localhost:4000",
 *    appId: settings.appId,
 *    store: memoryStore(),
 *  });
 *  const { GET, POST } = auth.handlers;
 *  console.log(typeof GET, typeof POST);
 *
 *  async function Page() {
 *    const user = await auth.requireUser("/");
 *    return `Hello, ${user.email}`;
 *  }
 *  console.log(typeof Page);
 */
export function createNextAuth(settings: WebAuthSettings): NextAuth {
  const web = createWebAuth(settings);
  const handle: RouteHandler = async (request) =>
    (await handleAuth(web, request)) ?? new Response(null, { status: 404 });
  // An action has no request object: its headers describe the request.
  const current = async () => new Request(web.origin, { headers: new Headers(await headers()) });

  async function user(): Promise<CurrentUser | null> {
    return web.user(await current());
  }

  return {
    web,
    handlers: { GET: handle, POST: handle },
    user,
    async requireUser(returnTo) {
      return (await user()) ?? redirect(comingBack(web.signInPath, returnTo));
    },
    async requireProof(returnTo) {
      if (!(await web.spendProof(await current()))) redirect(comingBack(web.stepUpPath, returnTo));
    },
    accessToken: async (options) => web.accessToken(await current(), options),
    async signIn(credentials) {
      const { step, cookies } = await web.signIn(await current(), credentials);
      await setCookies(cookies);
      return step;
    },
    async enterCode(proof) {
      const { step, cookies } = await web.enterCode(await current(), proof);
      await setCookies(cookies);
      return step;
    },
    stepUp: async (proof) => web.stepUp(await current(), proof),
    async signOut(returnTo) {
      const { to, cookies } = await web.signOut(await current(), returnTo);
      await setCookies(cookies);
      return redirect(to);
    },
  };
}

function comingBack(path: string, returnTo: string | undefined): string {
  return returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}

/** Passes the lines of `Set-Cookie` to Next, which has a writer of its own for them. */
async function setCookies(lines: string[]): Promise<void> {
  const jar = await cookies();
  for (const line of lines) {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const age = attributes.find((part) => part.startsWith("Max-Age="))?.slice(8);
    jar.set(pair.slice(0, at), pair.slice(at + 1), {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: attributes.includes("Secure"),
      ...(age === undefined ? {} : { maxAge: Number(age) }),
    });
  }
}
