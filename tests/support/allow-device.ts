import { expect } from "vitest";
import { POST as sendDevice } from "@/app/(hosted)/device/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { Browser, locationOf } from "@/tests/support/browser";

/** Submits a form of the device page. */
export function sendFromPage(browser: Browser, form: Record<string, string>): Promise<Response> {
  return browser.go(sendDevice, "/device", {
    method: "POST",
    headers: {
      origin: new URL(config().baseUrl).origin,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(form).toString(),
  });
}

/** Submits the user's decision about the device that shows a code. */
export function answerDevice(
  browser: Browser,
  userCode: string,
  answer: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return sendFromPage(browser, { user_code: userCode, answer: answer, ...more });
}

/** Signs a user in at the page, up to the question about the device. Password and code are left out. */
export async function signInAtDevice(
  browser: Browser,
  userCode: string,
  userId: string,
  answer = "allow",
  { authTime = now(), amr = ["pwd"] }: { authTime?: Date; amr?: string[] } = {},
): Promise<void> {
  const redirect = locationOf(await answerDevice(browser, userCode, answer));
  expect(redirect.pathname).toBe("/login");
  const uid = redirect.searchParams.get("interaction") ?? "";
  const interaction = await readInteraction(uid, browser.read);
  if (!interaction) throw new Error("The browser has no interaction");
  const login = { userId, authTime, amr, trustedDeviceId: null, kind: null };
  const next = await completeLogin(interaction.waiting, login, noRequest);
  const back = locationOf(await browser.go(resumeRoute, next ?? ""));
  expect([back.pathname, back.searchParams.get("user_code")]).toEqual(["/device", userCode]);
}

/** Signs a user in and allows a device.
 *  @returns the user's browser */
export async function allowDevice(userCode: string, userId: string): Promise<Browser> {
  const browser = new Browser();
  await signInAtDevice(browser, userCode, userId);
  const response = await answerDevice(browser, userCode, "allow");
  expect(locationOf(response).searchParams.get("answered")).toBe("allowed");
  return browser;
}
