import type { AccountSecurity } from "@atrium/client/web";
import { endOfAccountSecurity, readAccountSecurity } from "@atrium/client/web";
import { attempt } from "./errors";
import type { SignedIn } from "./handler";
import { type Html, html, page } from "./html";
import { formOf, redirect, send } from "./web";

/** GET /security */
export async function showSecurity(
  { request, response, auth, user, url }: SignedIn,
  { error, status = 200 }: { error?: string; status?: number } = {},
): Promise<void> {
  const incoming = auth.webRequest(request);
  const { sessions, trusted_devices, policy } = await readAccountSecurity(
    auth.web,
    user.session,
    incoming,
  );
  const body = html`
    ${sessionList(sessions)}
    ${deviceList(trusted_devices)}
    ${passwordForm(policy.password_min_length)}`;
  const notice = url.searchParams.get("notice");
  const shown = page({ title: "Account security", body, email: user.email, notice, error });
  send(response, shown, { status });
}

const sessionList = (sessions: AccountSecurity["sessions"]): Html => html`
  <section class="card" aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <ul class="rows">${sessions.map(
      (session) => html`<li><span><strong>${session.device_name ?? "Unknown device"}</strong>
        <small>${session.ip_address ?? "No address"} · active ${day(session.last_active_at)}</small></span>
        ${session.current ? html`<span class="chip good">This one</span>` : button("/security/session", "Sign out", session.id)}</li>`,
    )}</ul>
    ${sessions.length > 1 ? button("/security/others", "Sign out everywhere else") : null}
  </section>`;

const deviceList = (devices: AccountSecurity["trusted_devices"]): Html => html`
  <section class="card" aria-labelledby="devices">
    <h2 id="devices">Trusted devices</h2>
    ${devices.length === 0 ? html`<p class="hint">None: a code is asked for at every sign-in.</p>` : null}
    <ul class="rows">${devices.map(
      (device) => html`<li><span><strong>${device.name ?? "Unknown device"}</strong>
        <small>${device.ip_address ?? "No address"} · trusted until ${day(device.expires_at)}</small></span>
        ${button("/security/device", "Forget", device.id)}</li>`,
    )}</ul>
    ${button("/security/everything", "Was it not you? End all others and forget all devices")}
  </section>`;

const passwordForm = (minLength: number): Html => html`
  <section class="card" aria-labelledby="password">
    <h2 id="password">Change your password</h2>
    <form method="post" action="/security/password">
      <label>Current password <input name="current" type="password" autocomplete="current-password" required></label>
      <label>New password <small>at least ${minLength} characters</small>
        <input name="new" type="password" autocomplete="new-password" minlength="${minLength}" required></label>
      <label class="check"><input type="checkbox" name="others" value="yes" checked> Sign out everywhere else</label>
      <button class="primary">Change password</button>
    </form>
  </section>`;

const button = (action: string, label: string, id = ""): Html => html`
  <form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button>${label}</button></form>`;

/** Route at Atrium for each button of the page. */
const revokeRoutes: Record<string, (id: string) => string> = {
  "/security/session": (id) => `sessions/${id}/revoke`,
  "/security/device": (id) => `trusted-devices/${id}/revoke`,
  "/security/others": () => "sessions/revoke-others",
  "/security/everything": () => "revoke-others-and-devices",
};

/** POST /security/session, /security/device, /security/others, /security/everything */
export async function endFromPage({ request, response, auth, user, url }: SignedIn): Promise<void> {
  const id = (await formOf(request))("id");
  const what = revokeRoutes[url.pathname]?.(id) ?? "";
  const incoming = auth.webRequest(request);
  const { revoked } = await endOfAccountSecurity(auth.web, user.session, incoming, what);
  const notice = revoked === 1 ? "Done: one was ended." : `Done: ${revoked} were ended.`;
  redirect(response, `/security?notice=${encodeURIComponent(notice)}`);
}

/** POST /security/password */
export async function changePassword(context: SignedIn): Promise<void> {
  const { request, response, atrium, auth, user } = context;
  const field = await formOf(request);
  const body = {
    session_id: user.session.sessionId,
    current_password: field("current"),
    new_password: field("new"),
    revoke_other_sessions: field("others") === "yes",
  };
  const from = auth.web.endUser(auth.webRequest(request));
  const change = () => atrium.call("POST /api/v1/auth/password/change", { body, ...from });
  const tried = await attempt(change);
  if ("error" in tried) return showSecurity(context, tried);
  redirect(response, "/security?notice=Your+password+was+changed.");
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
