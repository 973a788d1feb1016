// The issuer's own address, at which nothing listens.
import "@/tests/support/issuer-port";

import { beforeAll, expect, test } from "vitest";
import { POST as signOut } from "@/app/dashboard/sign-out/route";
import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import { liveAdministrator } from "@/lib/core/administrators/live-administrator";
import { dashboardCookies } from "@/lib/core/dashboard-sign-in/dashboard-cookie";
import { sessionCookieName } from "@/lib/core/oidc/http/cookies";
import type { Caller } from "@/lib/kernel/caller";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { Browser } from "@/tests/support/browser";
import {
  aDashboard,
  answerOf,
  aPlatform,
  posted,
  tokenOf,
} from "@/tests/support/dashboard-sign-in";

let platform: Caller;
beforeAll(async () => {
  platform = await aPlatform();
});

async function signedIn() {
  const [app, browser] = [await aDashboard(), new Browser()];
  const { user, callback } = await answerOf(
    platform,
    app,
    browser,
    "/dashboard/atr_x/production/users?q=a",
  );
  const done = await app.go("GET", `callback/atrium${callback.search}`);
  expect(done.location).toBe(`${config().baseUrl}/dashboard/atr_x/production/users?q=a`);
  const token = await tokenOf(app);
  if (!token) throw new Error("Nobody is signed in");
  return { app, browser, user, token };
}

test("an administrator signs in though the service can't reach its own address", async () => {
  await expect(fetch(config().baseUrl)).rejects.toThrow();
  const { user, token } = await signedIn();
  expect(await liveAdministrator(token)).toMatchObject({ userId: user.id, email: user.email });
});

test("a code works once, and an answer that another browser began signs no user in", async () => {
  const [mine, theirs] = [await aDashboard(), await aDashboard()];
  const { callback } = await answerOf(platform, mine, new Browser());
  await answerOf(platform, theirs, new Browser());
  const foreign = await theirs.go("GET", `callback/atrium${callback.search}`);
  expect(foreign.location).toContain("error=OAuthCallback");
  expect(await tokenOf(theirs)).toBeUndefined();
  const checks = mine.cookies();
  await mine.go("GET", `callback/atrium${callback.search}`);
  expect(await tokenOf(mine)).toBeDefined();
  const again = await aDashboard();
  again.take(withCookies(checks));
  const second = await again.go("GET", `callback/atrium${callback.search}`);
  expect(second.location).toContain("error=OAuthCallback");
  expect(await tokenOf(again)).toBeUndefined();
});

test("an answer that names another issuer, or none, signs no user in", async () => {
  for (const iss of ["https://attacker.example", null]) {
    const app = await aDashboard();
    const { callback } = await answerOf(platform, app, new Browser());
    if (iss) callback.searchParams.set("iss", iss);
    else callback.searchParams.delete("iss");
    const answer = await app.go("GET", `callback/atrium${callback.search}`);
    expect(answer.location, String(iss)).toContain("error=OAuthCallback");
    expect(await tokenOf(app)).toBeUndefined();
  }
});

test("one press signs out for good: the session ends, and the browser forgets both cookies", async () => {
  const { app, browser, token } = await signedIn();
  const cookies = `${app.cookies()}; ${browser.cookiesFor("/")}`;
  const left = await signOut(posted("/dashboard/sign-out", cookies));
  expect(left.status).toBe(303);
  expect(left.headers.get("location")).toBe(`${config().baseUrl}/dashboard/sign-in?left=yes`);
  const forgotten = left.headers.getSetCookie().filter((line) => /max-age=0/i.test(line));
  expect(forgotten.map((line) => line.split("=")[0]).sort()).toEqual(
    [sessionCookieName(platform.environmentId), sessionName()].sort(),
  );
  expect(await liveAdministrator(token)).toBeNull();
  const [ended] = await sessionsOf(token);
  expect(ended).toMatchObject({ revokedReason: "logout" });
});

test("it ends the session of a browser that was idle, or has lost its cookie of the issuer", async () => {
  const { app, token } = await signedIn();
  await inPrismaTransaction(platform, ({ prisma }) =>
    prisma.session.updateMany({
      where: { userId: token.userId },
      data: { lastActiveAt: minutesAfter(now(), -45) },
    }),
  );
  await signOut(posted("/dashboard/sign-out", app.cookies()));
  expect((await sessionsOf(token)).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
});

test("another site signs no user out, and a made-up cookie ends nothing", async () => {
  const { app, token } = await signedIn();
  const foreign = new Request(`${config().baseUrl}/dashboard/sign-out`, {
    method: "POST",
    headers: { origin: "https://attacker.example", cookie: app.cookies() },
  });
  expect((await signOut(foreign)).status).toBe(403);
  await signOut(posted("/dashboard/sign-out", `${sessionName()}=made.up; broken`));
  expect(await liveAdministrator(token)).not.toBeNull();
});

test("an application that uses next-auth, or another installation, on the same host signs no user out", async () => {
  const { app, token } = await signedIn();
  const otherCookies = new Headers();
  const theirs = ["next-auth.session-token", "next-auth.csrf-token", "next-auth.state"];
  for (const name of [...theirs, sessionName("another")])
    otherCookies.append("set-cookie", `${name}=theirs; Path=/; HttpOnly`);
  app.take(new Response(null, { headers: otherCookies }));
  expect(await tokenOf(app)).toEqual(token);
  const left = await signOut(posted("/dashboard/sign-out", app.cookies()));
  expect(left.headers.getSetCookie().some((line) => /theirs|next-auth|another/.test(line))).toBe(
    false,
  );
});

const sessionName = (installation = platform.environmentId) =>
  dashboardCookies(installation, false).sessionToken?.name ?? "";

function sessionsOf({ userId }: DashboardToken) {
  return inPrismaTransaction(platform, ({ prisma }) =>
    prisma.session.findMany({ where: { userId } }),
  );
}

/** An answer that sets these cookies. */
function withCookies(cookies: string): Response {
  const headers = new Headers();
  for (const pair of cookies.split("; ")) headers.append("set-cookie", pair);
  return new Response(null, { headers });
}
