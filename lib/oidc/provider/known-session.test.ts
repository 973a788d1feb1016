import { expect, test } from "vitest";
import { read } from "@/lib/db/queryable";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/ids";
import {
  forgetHostedSession,
  hostedRef,
  noteHostedSession,
} from "@/lib/sessions/hosted-session-ids";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";

/** Somebody who is signed in, with the session's id and uid and a code that is not exchanged yet. */
async function signedIn() {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const user = await aUser(acme);
  const code = await signIn(new Browser(), client, user.id);
  const session = await inTransaction(acme, (db) =>
    db.first(
      read<{
        id: string;
        uid: string;
      }>`SELECT id, oidc_session_uid AS uid FROM sessions WHERE user_id = ${user.id}::uuid`,
    ),
  );
  if (!session) throw new Error("There is no session");
  return { acme, client, user, code, session };
}

test("a code tells a process that never saw the session which one it is of", async () => {
  const { client, code, session } = await signedIn();
  forgetHostedSession(session.uid);
  const { status, body } = await exchangeCode(client, code);
  expect(status).toBe(200);
  expect(hostedRef(session.uid).id).toBe(session.id);
  forgetHostedSession(session.uid);
  const refreshed = await tokenRequest(client, {
    grant_type: "refresh_token",
    refresh_token: body.refresh_token ?? "",
  });
  expect(refreshed.status).toBe(200);
  expect(hostedRef(session.uid).id).toBe(session.id);
});

test.each(["known", "known wrongly"])(
  "no token comes out of a session that was revoked, while its id is %s",
  async (how) => {
    const { acme, client, code, session } = await signedIn();
    const { body } = await exchangeCode(client, code);
    const again = { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" };
    // The tokens stay, as when they are written while the session is being revoked.
    await inTransaction(acme, (db) =>
      db.execute({
        ...read`UPDATE sessions SET revoked_at = now(), revoked_reason = 'logout' WHERE id = ${session.id}::uuid`,
        kind: "lock",
      }),
    );
    noteHostedSession(session.uid, how === "known" ? session.id : newId());
    expect((await tokenRequest(client, again)).status).toBe(400);
  },
);

test("a session whose id was known wrongly is found by its uid, and its tokens are written", async () => {
  const { client, code, session } = await signedIn();
  const { body } = await exchangeCode(client, code);
  const again = { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" };
  // A refresh token of a version that stored no id leaves what the process knows.
  noteHostedSession(session.uid, newId());
  expect((await tokenRequest(client, again)).status).toBe(200);
  expect(hostedRef(session.uid).id).toBe(session.id);
});
