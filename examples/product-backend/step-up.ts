import { attempt } from "./errors";
import { farewell, type SignedIn } from "./handler";
import { html, page } from "./html";
import { endUserOf, formOf, redirect, send } from "./web";

const isOver = (code: string | null) => farewell(code) !== null;

interface Shown {
  codeSentTo?: string;
  error?: string;
  status?: number;
}

/** GET /step-up */
export function showStepUp({ response, signIn }: SignedIn, shown: Shown = {}): void {
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
  send(response, page({ title, body, email: signIn.email, error }), { status });
}

/** POST /step-up: sends a code, or takes a password or a code. */
export async function stepUp(context: SignedIn): Promise<void> {
  const { request, response, atrium, signIn } = context;
  const field = await formOf(request);
  const reverify = <T>(proof: object) =>
    attempt(
      () =>
        atrium.asMachine<T>("POST", "session/reverify", {
          body: { session_id: signIn.sessionId, ...proof },
          user: endUserOf(request),
        }),
      isOver,
    );
  if (field("method") === "send") {
    const sent = await reverify<{ challenge: { masked_email: string } }>({ method: "email_otp" });
    if ("error" in sent) return showStepUp(context, sent);
    return showStepUp(context, { codeSentTo: sent.done.body.challenge.masked_email });
  }
  const proof =
    field("method") === "code"
      ? { method: "email_otp", code: field("code") }
      : { method: "password", password: field("password") };
  const proven = await reverify<{ expires_at: string }>(proof);
  if ("error" in proven) return showStepUp(context, proven);
  signIn.provenUntil = new Date(proven.done.body.expires_at);
  redirect(response, "/");
}
