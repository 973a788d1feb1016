import { attempt } from "./errors";
import { farewell, type SignedIn } from "./handler";
import { type Html, html, page } from "./html";
import { endUserOf, formOf, redirect, send } from "./web";

interface Session {
  id: string;
  kind: string;
  device_name: string | null;
  ip_address: string | null;
  last_active_at: string;
  current: boolean;
}

interface Device {
  id: string;
  name: string | null;
  ip_address: string | null;
  expires_at: string;
}

/** The account-security routes of this user and this app. */
function account<T>(
  { atrium, signIn, settings, request }: SignedIn,
  method: string,
  path: string,
  body?: unknown,
) {
  const base = `users/${signIn.userId}/apps/${settings.appId}/account-security`;
  return atrium.asMachine<T>(method, `${base}/${path}`, { body, user: endUserOf(request) });
}

/** GET /security */
export async function showSecurity(
  context: SignedIn,
  { error, status = 200 }: { error?: string; status?: number } = {},
): Promise<void> {
  const { response, signIn, url } = context;
  const current = encodeURIComponent(signIn.accountSessionId);
  const [sessions, devices, policy] = await Promise.all([
    account<{ sessions: Session[] }>(context, "GET", `sessions?current_session_id=${current}`),
    account<{ trusted_devices: Device[] }>(context, "GET", "trusted-devices"),
    account<{ password_min_length: number }>(context, "GET", "policy"),
  ]);
  const body = html`
    ${sessionList(sessions.body.sessions)}
    ${deviceList(devices.body.trusted_devices)}
    ${passwordForm(policy.body.password_min_length)}`;
  const notice = url.searchParams.get("notice");
  const shown = page({ title: "Account security", body, email: signIn.email, notice, error });
  send(response, shown, { status });
}

const sessionList = (sessions: Session[]): Html => html`
  <section class="card" aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <ul class="rows">${sessions.map(
      (session) => html`<li><span><strong>${session.device_name ?? "Unknown device"}</strong>
        <small>${session.ip_address ?? "No address"} · active ${day(session.last_active_at)}</small></span>
        ${session.current ? html`<span class="chip good">This one</span>` : button("/security/session", "Sign out", session.id)}</li>`,
    )}</ul>
    ${sessions.length > 1 ? button("/security/others", "Sign out everywhere else") : null}
  </section>`;

const deviceList = (devices: Device[]): Html => html`
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

/** What each button of the page asks Atrium for. */
const endings: Record<string, (id: string) => string> = {
  "/security/session": (id) => `sessions/${encodeURIComponent(id)}/revoke`,
  "/security/device": (id) => `trusted-devices/${encodeURIComponent(id)}/revoke`,
  "/security/others": () => "sessions/revoke-others",
  "/security/everything": () => "revoke-others-and-devices",
};

/** POST /security/session, /security/device, /security/others, /security/everything */
export async function endSomething(context: SignedIn): Promise<void> {
  const { request, response, signIn, url } = context;
  const id = (await formOf(request))("id");
  const path = endings[url.pathname]?.(id) ?? "";
  const others = id ? undefined : { current_session_id: signIn.accountSessionId };
  const { body } = await account<{ revoked: number }>(context, "POST", path, others);
  const notice = body.revoked === 1 ? "Done: one was ended." : `Done: ${body.revoked} were ended.`;
  redirect(response, `/security?notice=${encodeURIComponent(notice)}`);
}

/** POST /security/password */
export async function changePassword(context: SignedIn): Promise<void> {
  const { request, response, atrium, signIn } = context;
  const field = await formOf(request);
  const tried = await attempt(
    () =>
      atrium.asMachine("POST", "password/change", {
        body: {
          session_id: signIn.sessionId,
          current_password: field("current"),
          new_password: field("new"),
          revoke_other_sessions: field("others") === "yes",
        },
        user: endUserOf(request),
      }),
    (code) => farewell(code) !== null,
  );
  if ("error" in tried) return showSecurity(context, tried);
  redirect(response, "/security?notice=Your+password+was+changed.");
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
