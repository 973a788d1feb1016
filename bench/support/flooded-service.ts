import { startService } from "./running-service";
import type { Steady } from "./steady-requests";

export interface FloodedService {
  /** A failing login, for another account with each number in place of `#`, so that no brake refuses it
   *  before it is hashed. */
  login: Sent;
  /** A signed-in user's identity read. */
  me: Sent;
  stop(): Promise<void>;
}

/** One request as it is sent again and again. */
export type Sent = Pick<Steady, "url" | "method" | "headers" | "body">;

/** The built service with a user who is signed in. */
export async function floodedService(): Promise<FloodedService> {
  const service = await startService();
  const { aBenchPlace } = await import("./bench-place");
  const { tenantHeaders: headers, activityToken } = await aBenchPlace(service.baseUrl);
  const url = `${service.baseUrl}/api/v1/auth`;
  return {
    login: {
      url: `${url}/login/preflight`,
      method: "POST",
      headers,
      body: JSON.stringify({ email: "account-#@example.com", password: "not it at all" }),
    },
    me: {
      url: `${url}/me`,
      method: "GET",
      headers: { ...headers, "x-session-activity": activityToken },
      body: "",
    },
    stop: service.stop,
  };
}
