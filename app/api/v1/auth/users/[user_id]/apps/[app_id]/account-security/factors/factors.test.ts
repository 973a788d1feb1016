import { beforeAll, expect, test } from "vitest";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator } from "@/tests/support/authenticator";
import { addPasskey, addTotp, bodyOf } from "@/tests/support/call-factors";
import { comparable } from "@/tests/support/call-login";
import { type Answer, call } from "@/tests/support/call-route";
import { queuedMail } from "@/tests/support/queued-mail";
import { filled, routeModule } from "@/tests/support/route-module";

const BASE = "/api/v1/auth/users/{user_id}/apps/{app_id}/account-security/factors";
let acme: TestEnvironment;
let appId: string;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
  appId = (await anApp(acme)).id;
  token = await aMachineToken(acme, ["account-security:read", "account-security:manage"]);
});

async function ask(method: "GET" | "POST", path: string, ids: Record<string, string>) {
  const names: Record<string, string> = { app_id: appId, ...ids };
  const target = filled(path, (name) => names[name] ?? "");
  return call((await routeModule(path))[method], { method, ...target, token });
}
const list = (userId: string) => ask("GET", BASE, { user_id: userId });
const revoke = (userId: string, id: string) =>
  ask("POST", `${BASE}/{id}/revoke`, { user_id: userId, id });
const read = (userId: string, id: string) => ask("GET", `${BASE}/{id}`, { user_id: userId, id });
const idOf = (answer: Answer) => bodyOf<{ factor: { id: string } }>(answer).factor.id;

test("a factor is read by itself as its list shows it, and not by another user", async () => {
  const [user, otherUser] = [await aUser(acme), await aUser(acme)];
  const id = idOf((await addTotp(acme, { userId: user.id })).answer);
  const { factors } = (await list(user.id)).body as { factors: object[] };
  expect(await read(user.id, id)).toMatchObject({ status: 200, body: factors[0] });
  expect((await read(otherUser.id, id)).status).toBe(404);
});

test("a user's factors are listed, and removed one by one; the last takes the recovery codes with it", async () => {
  const user = await aUser(acme);
  expect(await list(user.id)).toMatchObject({ body: { factors: [], recovery_codes_left: 0 } });
  const app = idOf((await addTotp(acme, { userId: user.id })).answer);
  const passkey = idOf(
    await addPasskey(acme, { userId: user.id }, new Authenticator("https://shop.example")),
  );
  expect(await list(user.id)).toMatchObject({
    status: 200,
    body: {
      factors: [
        { id: app, type: "totp", name: "Authenticator app", last_used_at: null },
        { id: passkey, type: "passkey", backed_up: false, transports: ["internal"] },
      ],
      recovery_codes_left: 10,
    },
  });
  expect(await revoke(user.id, app)).toMatchObject({ status: 200, body: { revoked: 1 } });
  expect(await list(user.id)).toMatchObject({
    body: { factors: [{ id: passkey }], recovery_codes_left: 10 },
  });
  expect((await revoke(user.id, passkey)).status).toBe(200);
  expect(await list(user.id)).toMatchObject({ body: { factors: [], recovery_codes_left: 0 } });
  const mail = await queuedMail(acme, user.email);
  const occasions = mail.map(({ props }) => props.occasion);
  expect(occasions).toEqual(["passkey_removed", "totp_removed", "passkey_added", "totp_added"]);
  expect((await eventsOf(acme, user.id)).filter((kind) => kind === "factor.removed")).toHaveLength(
    2,
  );
});

test("a factor that is unknown, gone, or another user's is one 404", async () => {
  const [user, other] = [await aUser(acme), await aUser(acme)];
  const theirs = idOf((await addTotp(acme, { userId: other.id })).answer);
  const own = idOf((await addTotp(acme, { userId: user.id })).answer);
  expect((await revoke(user.id, own)).status).toBe(200);
  const unknown = await revoke(user.id, "00000000-0000-7000-8000-000000000000");
  expect(unknown.status).toBe(404);
  for (const id of [theirs, own, "nonsense"])
    expect(comparable(await revoke(user.id, id))).toEqual(comparable(unknown));
  expect(await list(other.id)).toMatchObject({ body: { factors: [{ id: theirs }] } });
});

test("six parallel removals remove a factor once", async () => {
  const user = await aUser(acme);
  const id = idOf((await addTotp(acme, { userId: user.id })).answer);
  const answers = await Promise.all(Array.from({ length: 6 }, () => revoke(user.id, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await eventsOf(acme, user.id)).filter((kind) => kind === "factor.removed")).toHaveLength(
    1,
  );
});
