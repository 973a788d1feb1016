import { createVerifier } from "@atrium/client/verify";
import type { SignedIn } from "./handler";
import { html, page } from "./html";
import { formOf, redirect, send } from "./web";

/** Names of authentication methods (RFC 8176) for people. */
const methods: Record<string, string> = { pwd: "Password", otp: "Code by email" };

/** Mints a token for this app and checks it, as a service behind this backend would. */
async function readPermissions({ auth, user, settings }: SignedIn): Promise<string[]> {
  const { access_token } = await auth.web.login.token(user.session.sessionId);
  const { permissions } = await createVerifier(settings)(access_token);
  return permissions;
}

/** GET / */
export async function showHome(context: SignedIn): Promise<void> {
  const { response, url } = context;
  if (!context.user.identity) return redirect(response, "/sign-in");
  const { user, session, memberships } = context.user.identity;
  const permissions = await readPermissions(context);
  const body = html`
    <section class="card" aria-labelledby="who">
      <h2 id="who">You</h2>
      <dl>
        <dt>Signed in as</dt><dd>${user.email}</dd>
        <dt>With</dt><dd>${session.amr.map((method) => html`<span class="chip">${methods[method] ?? method}</span> `)}</dd>
        <dt>Idle after</dt><dd><time datetime="${session.idle_expires_at}">${shortTime(session.idle_expires_at)}</time></dd>
      </dl>
    </section>
    <section class="card" aria-labelledby="where">
      <h2 id="where">Your organizations</h2>
      <ul class="rows">${memberships.map(
        ({ organization, role, status }) => html`<li><span><strong>${organization.name}</strong>
          <small>${role?.name ?? "No role"}</small></span><span class="chip">${status}</span></li>`,
      )}</ul>
    </section>
    <section class="card" aria-labelledby="may">
      <h2 id="may">What your token allows</h2>
      <p>${permissions.map((permission) => html`<code>${permission}</code> `)}</p>
    </section>
    <section class="card danger" aria-labelledby="danger">
      <h2 id="danger">Delete every note</h2>
      <p>This cannot be undone, so we ask for a proof that it is you.</p>
      <form method="post" action="/delete-notes"><button class="destructive">Delete every note</button></form>
    </section>`;
  const notice = url.searchParams.has("deleted") ? "Every note was deleted." : null;
  const title = user.display_name ? `Hello, ${user.display_name}` : "Hello";
  send(response, page({ title, body, email: user.email, notice }));
}

/** POST /delete-notes: requires a fresh step-up. One proof is good for one deletion. */
export async function deleteNotes({ request, response, auth }: SignedIn): Promise<void> {
  await formOf(request);
  if (!(await auth.web.spendProof(auth.webRequest(request)))) return redirect(response, "/step-up");
  // The product would delete here.
  redirect(response, "/?deleted");
}

/** POST /sign-out: ends the session at Atrium too, so that a copied id is useless. */
export async function signOut({ request, response, auth }: SignedIn): Promise<void> {
  await formOf(request);
  const { cookies } = await auth.web.signOut(auth.webRequest(request));
  redirect(response, "/sign-in?notice=You+are+signed+out.", cookies);
}

function shortTime(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
}
