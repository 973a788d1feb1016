import "@/tests/support/local-network";

import { expect, test } from "vitest";
import { POST as signOut } from "@/app/dashboard/sign-out/route";
import { liveAdministrator } from "@/lib/core/administrators/live-administrator";
import { Browser } from "@/tests/support/browser";
import {
  aDashboard,
  answerOf,
  aPlatform,
  posted,
  tokenOf,
} from "@/tests/support/dashboard-sign-in";

test("the dashboard is signed in to, and out of, at any address that the operator chose", async () => {
  const platform = await aPlatform();
  const [app, browser] = [await aDashboard(), new Browser()];
  const { user, callback } = await answerOf(platform, app, browser);
  expect(callback.origin).toBe("http://atrium.lan:3000");
  const done = await app.go("GET", `callback/atrium${callback.search}`);
  expect(done.location).toBe("http://atrium.lan:3000/dashboard");
  const token = await tokenOf(app);
  if (!token) throw new Error("Nobody is signed in");
  expect(await liveAdministrator(token)).toMatchObject({ userId: user.id });
  const cookies = `${app.cookies()}; ${browser.cookiesFor("/")}`;
  const left = await signOut(posted("/dashboard/sign-out", cookies));
  expect(left.headers.get("location")).toBe("http://atrium.lan:3000/dashboard/sign-in?left=yes");
  expect(await liveAdministrator(token)).toBeNull();
});
