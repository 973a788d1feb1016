import type { RouteAnswer } from "../calls.js";
import type { WebAuth } from "./auth.js";
import type { DirectSession } from "./browser-sessions.js";
import { RefusedRequest } from "./origin.js";

const base = "/api/v1/auth/users/{user_id}/apps/{app_id}/account-security";

/** Data of a page of account security. */
export interface AccountSecurity {
  sessions: RouteAnswer<`GET ${typeof base}/sessions`>["sessions"];
  trusted_devices: RouteAnswer<`GET ${typeof base}/trusted-devices`>["trusted_devices"];
  factors: RouteAnswer<`GET ${typeof base}/factors`>["factors"];
  recovery_codes_left: number;
  policy: RouteAnswer<`GET ${typeof base}/policy`>;
}

/** Reads the user's sessions, devices and factors, and the policy's requirements.
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createWebAuth, readAccountSecurity } from "@atrium/client/web";
 *
 *  const [atrium, store] = [createAtrium(settings), memoryStore()];
 *  const auth = createWebAuth({ atrium, origin: "http://localhost:4000", appId: settings.appId, store });
 *  const request = new Request("http://localhost:4000/security");
 *  const user = await auth.user(request);
 *  if (user?.session.kind === "direct") console.log(await readAccountSecurity(auth, user.session, request));
 */
export async function readAccountSecurity(
  auth: WebAuth,
  session: DirectSession,
  request: Request,
): Promise<AccountSecurity> {
  const { atrium } = auth.settings;
  const path = pathOf(auth, session);
  const from = auth.endUser(request);
  const query = { current_session_id: session.accountSessionId };
  const [{ sessions }, { trusted_devices }, factors, policy] = await Promise.all([
    atrium.call(`GET ${base}/sessions`, { path, query, ...from }),
    atrium.call(`GET ${base}/trusted-devices`, { path, ...from }),
    atrium.call(`GET ${base}/factors`, { path, ...from }),
    atrium.call(`GET ${base}/policy`, { path, ...from }),
  ]);
  return { sessions, trusted_devices, ...factors, policy };
}

/** Ends something of the user's.
 *  @param what `sessions/<id>/revoke`, `trusted-devices/<id>/revoke`, `factors/<id>/revoke`,
 *  `sessions/revoke-others` or `revoke-others-and-devices`
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createWebAuth, endOfAccountSecurity } from "@atrium/client/web";
 *
 *  const [atrium, store] = [createAtrium(settings), memoryStore()];
 *  const auth = createWebAuth({ atrium, origin: "http://localhost:4000", appId: settings.appId, store });
 *  const request = new Request("http://localhost:4000/security");
 *  const user = await auth.user(request);
 *  if (user?.session.kind === "direct") console.log(await endOfAccountSecurity(auth, user.session, request, "sessions/revoke-others"));
 */
export async function endOfAccountSecurity(
  auth: WebAuth,
  session: DirectSession,
  request: Request,
  what: string,
): Promise<{ revoked: number }> {
  const { atrium } = auth.settings;
  const own = pathOf(auth, session);
  const from = auth.endUser(request);
  const body = { current_session_id: session.accountSessionId };
  if (what === "sessions/revoke-others")
    return atrium.call(`POST ${base}/sessions/revoke-others`, { path: own, body, ...from });
  if (what === "revoke-others-and-devices")
    return atrium.call(`POST ${base}/revoke-others-and-devices`, { path: own, body, ...from });
  const [, word, id = ""] = /^([\w-]+)\/([\w-]+)\/revoke$/.exec(what) ?? [];
  const kind = (["sessions", "trusted-devices", "factors"] as const).find((one) => one === word);
  if (kind)
    return atrium.call(`POST ${base}/${kind}/{id}/revoke`, { path: { ...own, id }, ...from });
  throw new RefusedRequest(404, "There is nothing to end here");
}

function pathOf(auth: WebAuth, session: DirectSession) {
  const { appId } = auth.settings;
  if (!appId) throw new TypeError("Account security is for an app: name appId");
  return { user_id: session.userId, app_id: appId };
}
