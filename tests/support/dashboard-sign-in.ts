import { POST as startSignIn } from "@/app/dashboard/sign-in/start/route";
import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { aUser } from "@/tests/builders/a-user";
import { type Browser, signInAt } from "@/tests/support/browser";
import { NextAuthApp } from "@/tests/support/next-auth-app";

/** Returns the platform tenant, made if there is none yet, as the caller of use cases. */
export async function aPlatform(): Promise<Caller> {
  process.env.NEXTAUTH_URL = config().baseUrl;
  const actor = { type: "operator", id: "tests" } as const;
  const set = await setUpPlatform(actor);
  return { ...set, environmentKey: "platform", actor, context: noRequest };
}

/** A form of the dashboard's own pages. */
export function posted(path: string, cookies: string, form: Record<string, string> = {}): Request {
  const origin = config().baseUrl;
  return new Request(origin + path, {
    method: "POST",
    headers: { origin, cookie: cookies },
    body: new URLSearchParams(form),
  });
}

/** The dashboard's own application of NextAuth. */
export async function aDashboard(): Promise<NextAuthApp> {
  const options = await dashboardSignIn();
  // Some of the tests are about a refused sign-in.
  return new NextAuthApp({ ...options, logger: { error: () => {} } });
}

/** Presses the button, goes through the hosted login as a new user of the platform, and comes back with the
 *  answer. */
export async function answerOf(
  platform: Caller,
  app: NextAuthApp,
  browser: Browser,
  returnTo = "/dashboard",
) {
  const started = await startSignIn(posted("/dashboard/sign-in/start", "", { return: returnTo }));
  app.take(started);
  if (started.status !== 303) throw new Error(`The sign-in was not started: ${started.status}`);
  const user = await aUser(platform);
  const { callback } = await signInAt(browser, started.headers.get("location") ?? "", user.id);
  return { user, callback };
}

/** Returns the dashboard's token of the signed-in user. */
export const tokenOf = async (app: NextAuthApp) =>
  ((await app.go("GET", "session")).body as { atrium?: DashboardToken }).atrium;
