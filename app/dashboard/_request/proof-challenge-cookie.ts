import { config } from "@/lib/kernel/config/config";

/** The cookie that ties the tries of a code to the browser that asked for it. */
export const CHALLENGE_COOKIE = "atrium_dashboard_step_up";

/** How it is kept: for the forms of the dashboard alone, which ask for the proof. */
export function challengeCookie() {
  return {
    name: CHALLENGE_COOKIE,
    httpOnly: true,
    sameSite: "strict",
    secure: config().baseUrl.startsWith("https://"),
    path: "/dashboard",
  } as const;
}
