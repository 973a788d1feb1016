import { attempt } from "./errors";
import type { SignedIn } from "./handler";
import { html, page } from "./html";
import { formOf, redirect, send } from "./web";

interface Shown {
  codeSentTo?: string;
  error?: string;
  status?: number;
}

/** GET /step-up */
export function showStepUp({ response, user }: SignedIn, shown: Shown = {}): void {
  const { codeSentTo, error, status = 200 } = shown;
  const body = html`
    <div class="card narrow">
      <form method="post" action="/step-up">
        <input type="hidden" name="method" value="password">
        <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
        <button class="primary">Confirm with password</button>
      </form>
      <hr>
      ${
        codeSentTo
          ? html`<form method="post" action="/step-up">
        <input type="hidden" name="method" value="code">
        <p>We sent a code to <strong>${codeSentTo}</strong>.</p>
        <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required autofocus></label>
        <button class="primary">Confirm with code</button>
      </form>`
          : html`<form method="post" action="/step-up">
        <input type="hidden" name="method" value="send">
        <button>Email me a code instead</button>
      </form>`
      }
    </div>`;
  const title = "Confirm that it is you";
  send(response, page({ title, body, email: user.email, error }), { status });
}

/** POST /step-up: sends a code, or takes a password or a code. */
export async function stepUp(context: SignedIn): Promise<void> {
  const { request, response, auth } = context;
  const field = await formOf(request);
  const proof =
    field("method") === "password"
      ? { method: "password" as const, password: field("password") }
      : { method: "email_otp" as const, ...(field("code") ? { code: field("code") } : {}) };
  const tried = await attempt(() => auth.web.stepUp(auth.webRequest(request), proof));
  if ("error" in tried) return showStepUp(context, tried);
  const challenge = tried.done;
  if (challenge && "masked_email" in challenge)
    return showStepUp(context, { codeSentTo: challenge.masked_email });
  redirect(response, "/");
}
