import { config } from "@/lib/kernel/config/config";

/** Cookie that ties the attempts at a code to the browser that requested it. */
export const CHALLENGE_COOKIE = "atrium_dashboard_step_up";

/** Attributes of the cookie: for the forms of the dashboard alone, which ask for the proof. */
export function challengeCookie() {
  return {
    name: CHALLENGE_COOKIE,
    httpOnly: true,
    sameSite: "strict",
    secure: config().baseUrl.startsWith("https://"),
    path: "/dashboard",
  } as const;
}
