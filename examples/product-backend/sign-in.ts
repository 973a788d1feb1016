import type { LoginStep, OtpStep } from "@atrium/client";
import { attempt } from "./errors";
import type { Context, Handler } from "./handler";
import { type Html, html, page } from "./html";
import { formOf, redirect, send } from "./web";

const passwordForm = (email = ""): Html => html`
  <form method="post" action="/sign-in" class="card">
    <label>Email <input name="email" type="email" autocomplete="username" required autofocus value="${email}"></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button class="primary">Sign in</button>
    <p class="hint"><a href="/forgot">Forgot your password?</a></p>
  </form>`;

const codeForm = ({ challenge }: OtpStep): Html => html`
  <form method="post" action="/code" class="card">
    ${
      challenge.type === "email_otp"
        ? html`<p>We sent a code to <strong>${challenge.masked_email}</strong>.</p>`
        : html`<p>Enter the code of your authenticator app, or a recovery code.</p>`
    }
    <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6,12}" maxlength="12" required autofocus></label>
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
export async function showSignIn({ request, response, url, auth }: Context): Promise<void> {
  const notice = url.searchParams.get("notice");
  const cookies = await auth.web.sessions.end(auth.webRequest(request).headers);
  send(response, page({ title: "Sign in", body: passwordForm(), notice }), { cookies });
}

/** POST /sign-in: the password stage. */
export async function signIn({ request, response, auth }: Context): Promise<void> {
  const field = await formOf(request);
  const credentials = { email: field("email"), password: field("password") };
  const tried = await attempt(() => auth.signIn(request, response, credentials));
  if ("error" in tried) {
    const body = passwordForm(credentials.email);
    return send(response, page({ title: "Sign in", body, error: tried.error }), tried);
  }
  redirectToStep(response, tried.done);
}

/** GET /code */
export const showCode: Handler = async ({ request, response, auth }) => {
  const pending = await auth.web.pendingCode(auth.webRequest(request));
  if (!pending) return redirect(response, "/sign-in");
  send(response, page({ title: "Enter your code", body: codeForm(pending) }));
};

/** POST /code: the one-time-code stage. */
export async function enterCode({ request, response, auth }: Context): Promise<void> {
  const pending = await auth.web.pendingCode(auth.webRequest(request));
  if (!pending) return redirect(response, "/sign-in");
  const field = await formOf(request);
  const proof = { code: field("code"), rememberDevice: field("remember") === "yes" };
  const tried = await attempt(() => auth.enterCode(request, response, proof));
  if ("error" in tried) {
    const body = codeForm(pending);
    return send(response, page({ title: "Enter your code", body, error: tried.error }), tried);
  }
  redirectToStep(response, tried.done);
}

/** Redirects to the next step of a login, or into the product. */
function redirectToStep(response: Context["response"], { kind }: LoginStep): void {
  if (kind !== "enrolment_required") {
    redirect(response, kind === "grant" ? "/" : "/code");
    return;
  }
  // Adding a factor needs pages of its own, which only the hosted pages show.
  const error = "Please add a passkey or an authenticator app to your account first.";
  send(response, page({ title: "Sign in", body: passwordForm(), error }), { status: 403 });
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

/** POST /forgot: the answer is the same for unknown addresses. */
export async function forgot({ request, response, atrium, auth }: Context): Promise<void> {
  const field = await formOf(request);
  const tried = await attempt(() =>
    atrium.call("POST /api/v1/auth/password/forgot", {
      body: { email: field("email") },
      ...auth.web.endUser(auth.webRequest(request)),
    }),
  );
  const notice = "If there is an account with this address, a link is on its way.";
  const error = "error" in tried ? tried.error : null;
  send(
    response,
    page({ title: "Sign in", body: passwordForm(), notice: error ? null : notice, error }),
  );
}
