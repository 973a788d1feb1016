import type { SignedIn } from "./handler";
import { html, page } from "./html";
import { endUserOf, formOf, redirect, send } from "./web";

interface Identity {
  user: { email: string; display_name: string | null };
  session: { auth_time: string; amr: string[]; idle_expires_at: string };
  memberships: {
    organization: { id: string; name: string; status: string };
    role: { name: string } | null;
    status: string;
    app_ids: string[];
  }[];
  session_activity_token: string;
}

/** Authentication methods (RFC 8176) in a person's words. */
const methods: Record<string, string> = { pwd: "Password", otp: "Code by email" };

/** Reads who is signed in. Every such call replays the activity token and keeps the fresh one. */
async function readIdentity({ atrium, signIn, request }: SignedIn): Promise<Identity> {
  const { body } = await atrium.asTenant<Identity>("GET", "me", {
    headers: { "x-session-activity": signIn.activityToken },
    user: endUserOf(request),
  });
  signIn.activityToken = body.session_activity_token;
  return body;
}

/** Mints a token for this app and checks it, as a service behind this backend would. */
async function readPermissions({ atrium, signIn, settings, request }: SignedIn): Promise<string[]> {
  const { body } = await atrium.asMachine<{ access_token: string }>("POST", "token", {
    body: { session_id: signIn.sessionId, app_id: settings.appId },
    user: endUserOf(request),
  });
  const { permissions } = await atrium.verify(body.access_token);
  return Array.isArray(permissions) ? permissions.map(String) : [];
}

/** GET / */
export async function showHome(context: SignedIn): Promise<void> {
  const { response, url } = context;
  const { user, session, memberships } = await readIdentity(context);
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

/** POST /delete-notes: needs a step-up that is still fresh. */
export async function deleteNotes({ request, response, signIn }: SignedIn): Promise<void> {
  await formOf(request);
  if (!signIn.provenUntil || signIn.provenUntil < new Date()) return redirect(response, "/step-up");
  // Here the product would delete. One proof is good for one deletion.
  signIn.provenUntil = null;
  redirect(response, "/?deleted");
}

/** POST /sign-out: ends the session at Atrium too, so that a copied id is worth nothing. */
export async function signOut(context: SignedIn): Promise<void> {
  const { request, response, atrium, signIn, signIns } = context;
  await formOf(request);
  await atrium.asMachine("POST", "session/invalidate", {
    body: { session_id: signIn.sessionId },
    user: endUserOf(request),
  });
  redirect(response, "/sign-in?notice=You+are+signed+out.", [signIns.forget(request)]);
}

function shortTime(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
}
