import type { Adapter } from "oidc-provider";
import { expect, test } from "vitest";
import { payloadAdapter } from "@/lib/core/oidc/provider/payload-adapter";
import { withProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import {
  forgetHostedSession,
  hostedRef,
  noteHostedSession,
} from "@/lib/core/oidc-payloads/hosted-session-ids";
import { findPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { findHostedSession } from "@/lib/core/sessions/session-store";
import { noRequest, type TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { lock, read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";

/** Signs a user in, and returns the session's id and uid and an unused code. */
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

test("a code identifies its session to a process that never read it", async () => {
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

/** Stores a token of a session as the provider does. */
function storeToken(scope: TenantScope, sessionUid: string, id = newId()): Promise<string> {
  return withProviderRequest({ scope, context: noRequest }, async () => {
    const adapter = payloadAdapter(scope)("AccessToken") as Adapter;
    await adapter.upsert(id, { sessionUid, grantId: "grant", kind: "AccessToken" }, 60);
    return id;
  });
}

const stored = (scope: TenantScope, id: string) =>
  inBatch(scope, (db) => findPayload(db, "AccessToken", id));

test.each([
  ["not known", () => undefined],
  ["known", ({ uid, id }: { uid: string; id: string }) => noteHostedSession(uid, id)],
  ["known wrongly", ({ uid }: { uid: string }) => noteHostedSession(uid, newId())],
])(
  "a token is stored for a live session, and not for a revoked one, while its id is %s",
  async (_, know) => {
    const { acme, session } = await signedIn();
    forgetHostedSession(session.uid);
    know(session);
    expect(await stored(acme, await storeToken(acme, session.uid))).not.toBeNull();
    expect(hostedRef(session.uid).id).toBe(session.id);
    await inTransaction(acme, (db) =>
      db.execute(
        lock`UPDATE sessions SET revoked_at = now(), revoked_reason = 'logout' WHERE id = ${session.id}::uuid`,
      ),
    );
    forgetHostedSession(session.uid);
    know(session);
    const refused = newId();
    await expect(storeToken(acme, session.uid, refused)).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect(await stored(acme, refused)).toBeNull();
  },
);

test("a browser's session whose known id is wrong is found by its uid", async () => {
  const { acme, session } = await signedIn();
  noteHostedSession(session.uid, newId());
  const found = await inTransaction(acme, (db) => findHostedSession(db, session.uid));
  expect(found?.session.id).toBe(session.id);
});
