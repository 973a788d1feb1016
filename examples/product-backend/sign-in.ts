import type { Answer } from "./atrium";
import { attempt } from "./errors";
import type { Context, Handler } from "./handler";
import { type Html, html, page } from "./html";
import { type Challenge, deviceCookie, deviceTokenOf, type PendingLogin } from "./sign-ins";
import { endUserOf, formOf, redirect, send } from "./web";

interface Grant {
  status: "grant";
  grant: string;
  trusted_device: { token: string; expires_at: string } | null;
}
type Outcome = Grant | { status: "otp_required"; challenge: Challenge };

interface Exchanged {
  user: { id: string; email: string };
  session_id: string;
  account_session_id: string;
  session_activity_token: string;
}

const passwordForm = (email = ""): Html => html`
  <form method="post" action="/sign-in" class="card">
    <label>Email <input name="email" type="email" autocomplete="username" required autofocus value="${email}"></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button class="primary">Sign in</button>
    <p class="hint"><a href="/forgot">Forgot your password?</a></p>
  </form>`;

const codeForm = ({ challenge }: PendingLogin): Html => html`
  <form method="post" action="/code" class="card">
    <p>We sent a code to <strong>${challenge.masked_email}</strong>.</p>
    <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required autofocus></label>
    ${
      challenge.remember_device_allowed
        ? html`<label class="check"><input type="checkbox" name="remember" value="yes">
      Trust this device for ${challenge.trusted_device_days} days</label>`
        : null
    }
    <button class="primary">Continue</button>
    <p class="hint"><a href="/sign-in">Start over</a></p>
  </form>`;

/** GET /sign-in */
export function showSignIn({ response, url, request, signIns }: Context): void {
  const notice = url.searchParams.get("notice");
  const body = passwordForm();
  send(response, page({ title: "Sign in", body, notice }), { cookies: [signIns.forget(request)] });
}

/** POST /sign-in: the password stage. */
export async function signIn(context: Context): Promise<void> {
  const { request, response, atrium, signIns } = context;
  const field = await formOf(request);
  const credentials = { email: field("email"), password: field("password") };
  const device = deviceTokenOf(request);
  const tried = await attempt(() =>
    atrium.asTenant<Outcome>("POST", "login/preflight", {
      body: credentials,
      user: endUserOf(request),
      headers: device ? { "x-trusted-device": device } : {},
    }),
  );
  if ("error" in tried) {
    const body = passwordForm(credentials.email);
    return send(response, page({ title: "Sign in", body, error: tried.error }), tried);
  }
  const outcome = tried.done.body;
  if (outcome.status === "grant") return begin(context, outcome);
  const pending = { email: credentials.email, challenge: outcome.challenge };
  redirect(response, "/code", [signIns.begin(pending)]);
}

/** GET /code */
export const showCode: Handler = ({ response, request, signIns }) => {
  const pending = signIns.pendingOf(request);
  if (!pending) return redirect(response, "/sign-in");
  send(response, page({ title: "Enter your code", body: codeForm(pending) }));
};

/** POST /code: the one-time-code stage. */
export async function enterCode(context: Context): Promise<void> {
  const { request, response, atrium, signIns } = context;
  const pending = signIns.pendingOf(request);
  if (!pending) return redirect(response, "/sign-in");
  const field = await formOf(request);
  const tried = await attempt(() =>
    atrium.asTenant<Grant>("POST", "login/verify-otp", {
      body: {
        email: pending.email,
        code: field("code"),
        remember_device: field("remember") === "yes",
      },
      user: endUserOf(request),
      // Binds the tries to this login: a stranger who knows the address can't use them up.
      headers: { "x-login-challenge": pending.challenge.token },
    }),
  );
  if ("error" in tried) {
    const body = codeForm(pending);
    return send(response, page({ title: "Enter your code", body, error: tried.error }), tried);
  }
  return begin(context, tried.done.body);
}

/** Exchanges the grant at once and binds the session to this app. */
async function begin(context: Context, { grant, trusted_device: device }: Grant): Promise<void> {
  const { request, response, atrium, settings, signIns } = context;
  const { body }: Answer<Exchanged> = await atrium.asTenant("POST", "session/exchange", {
    body: { grant, app_id: settings.appId },
    user: endUserOf(request),
  });
  const cookie = signIns.complete(request, {
    email: body.user.email,
    userId: body.user.id,
    sessionId: body.session_id,
    accountSessionId: body.account_session_id,
    activityToken: body.session_activity_token,
    provenUntil: null,
  });
  redirect(response, "/", device ? [cookie, deviceCookie(device)] : [cookie]);
}

/** GET /forgot */
export function showForgot({ response }: Context): void {
  const body = html`<form method="post" action="/forgot" class="card">
    <label>Email <input name="email" type="email" autocomplete="username" required autofocus></label>
    <button class="primary">Send a link</button>
    <p class="hint"><a href="/sign-in">Back to signing in</a></p>
  </form>`;
  send(response, page({ title: "Forgot your password?", body }));
}

/** POST /forgot: the answer is the same whether or not anybody has the address. */
export async function forgot({ request, response, atrium }: Context): Promise<void> {
  const field = await formOf(request);
  const tried = await attempt(() =>
    atrium.asTenant("POST", "password/forgot", {
      body: { email: field("email") },
      user: endUserOf(request),
    }),
  );
  const notice = "If there is an account with this address, a link is on its way.";
  const error = "error" in tried ? tried.error : null;
  send(
    response,
    page({ title: "Sign in", body: passwordForm(), notice: error ? null : notice, error }),
  );
}
