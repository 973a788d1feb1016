import { randomUUID } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { sendTestLogout } from "@/lib/core/backchannel-logout/send-test-logout";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aTlsHost, type TlsHost } from "@/tests/support/tls-host";

let acme: TestEnvironment;
let globex: TestEnvironment;
let host: TlsHost;
beforeAll(async () => {
  [acme, globex, host] = [await aTenant(), await aTenant(), await aTlsHost()];
});
afterAll(() => host.stop());

async function aClient(backchannelLogoutUri: string | null) {
  return createOidcClient(acme, {
    name: "Receiver",
    type: "confidential",
    appId: null,
    redirectUris: ["https://rp.example.com/callback"],
    postLogoutRedirectUris: [],
    backchannelLogoutUri,
    firstParty: true,
  });
}

/** A client whose internal address was registered before addresses were checked. */
async function aClientInside() {
  const client = await aClient("https://rp.example.com/logout");
  const data = { backchannelLogoutUri: "https://127.0.0.1/logout" };
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcClient.update({ where: { id: client.id }, data }),
  );
  return client;
}

const uri = () => `https://rp.example.com:${host.port}/logout`;
const throughTests: typeof postLogoutToken = (to, token) =>
  postLogoutToken(to, token, host.network);

test("a test sends a real, signed logout token of a session that does not exist, and is audited", async () => {
  const client = await aClient(uri());
  host.bodies.length = 0;
  host.answerWith(200);
  expect(await sendTestLogout(acme, client.id, throughTests)).toMatchObject({ statusCode: 200 });
  const sent = new URLSearchParams(host.bodies[0]).get("logout_token") ?? "";
  const keys = createLocalJWKSet({ keys: await publicKeys() });
  const { payload } = await jwtVerify(sent, keys, { audience: client.clientId, typ: "logout+jwt" });
  expect(payload.events).toEqual({ "http://schemas.openid.net/event/backchannel-logout": {} });
  const counts = await inPrismaTransaction(acme, async ({ prisma }) => ({
    sids: await prisma.sessionClient.count({ where: { sid: String(payload.sid) } }),
    users: await prisma.user.count({ where: { id: String(payload.sub) } }),
    deliveries: await prisma.logoutDelivery.count({ where: { oidcClientId: client.id } }),
    events: await prisma.auditEvent.count({ where: { kind: "oidc_client.logout_tested" } }),
  }));
  expect(counts).toEqual({ sids: 0, users: 0, deliveries: 0, events: 1 });
});

test("the response of the address is shown, and an internal address is never contacted", async () => {
  const client = await aClient(uri());
  host.answerWith(500);
  expect(await sendTestLogout(acme, client.id, throughTests)).toMatchObject({ statusCode: 500 });
  const inside = await aClientInside();
  expect(await sendTestLogout(acme, inside.id)).toMatchObject({ statusCode: null, refused: true });
});

test("a test is refused without an address, for another tenant's client, and after ten in ten minutes", async () => {
  const silent = await aClient(null);
  await expect(sendTestLogout(acme, silent.id)).rejects.toMatchObject({ reason: "unprocessable" });
  const client = await aClientInside();
  await expect(sendTestLogout(globex, client.id)).rejects.toMatchObject({ reason: "missing" });
  await expect(sendTestLogout(acme, randomUUID())).rejects.toMatchObject({ reason: "missing" });
  for (let sent = 0; sent < 10; sent++) await sendTestLogout(acme, client.id);
  await expect(sendTestLogout(acme, client.id)).rejects.toMatchObject({ reason: "rate_limited" });
});
