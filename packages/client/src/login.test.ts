import "@/tests/support/issuer-port";

import {
  createAtrium,
  createLogin,
  isAtriumError,
  isSessionOver,
  memoryStore,
} from "@atrium/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { lastCode } from "@/tests/support/queued-mail";
import { aWholeService } from "@/tests/support/whole-service";

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
}, 120_000);
afterAll(() => service.stop());

async function signedIn(store = memoryStore()) {
  const { settings, person, tenant } = await aProduct();
  const login = createLogin(createAtrium(settings), { store, appId: settings.appId });
  let step = await login.preflight({ email: person.email, password: person.password });
  if (step.kind === "otp_required")
    step = await login.verify(step, { code: await lastCode(tenant, person.email) });
  if (step.kind !== "grant") throw new Error(`unreachable: ${step.kind}`);
  return { login, store, person, tenant, session: await login.exchange(step) };
}

test("a user signs in with password and code, and the activity token is sent from the store", async () => {
  const { login, store, session, person } = await signedIn();
  const place = `activity:${session.session_id}`;
  const first = await store.get(place);
  expect(first).toBeTruthy();
  expect(session).not.toHaveProperty("session_activity_token");
  const identity = await login.identity(session.session_id);
  expect(identity.user).toMatchObject({ id: person.id, email: person.email });
  expect(identity).not.toHaveProperty("session_activity_token");
  // Without the token `me` would have refused.
  await store.delete(place);
  await expect(login.identity(session.session_id)).rejects.toMatchObject({
    code: "session_activity_invalid",
  });
});

test("a trusted browser signs in without a code, and gets the token's successor", async () => {
  const { settings, person, tenant } = product;
  const login = createLogin(createAtrium(settings), { appId: settings.appId });
  const first = await login.preflight({ email: person.email, password: person.password });
  if (first.kind !== "otp_required") throw new Error("A code is asked for");
  const code = await lastCode(tenant, person.email);
  const granted = await login.verify(first, { code, rememberDevice: true, deviceName: "Laptop" });
  const trustedDevice = granted.kind === "grant" ? granted.trusted_device?.token : undefined;
  const again = await login.preflight(
    { email: person.email, password: person.password },
    { trustedDevice },
  );
  expect(again).toMatchObject({ kind: "grant", trusted_device: { token: expect.any(String) } });
});

test("a code needs its own login's challenge: another login's is refused", async () => {
  const [one, other] = [await aProduct(), await aProduct()];
  const login = createLogin(createAtrium(one.settings));
  const step = await login.preflight({ email: one.person.email, password: one.person.password });
  const foreign = createLogin(createAtrium(other.settings));
  const theirs = await foreign.preflight({
    email: other.person.email,
    password: other.person.password,
  });
  if (step.kind !== "otp_required" || theirs.kind !== "otp_required") throw new Error("no code");
  const mixed = { ...step, challenge: theirs.challenge };
  const code = await lastCode(one.tenant, one.person.email);
  await expect(login.verify(mixed, { code })).rejects.toMatchObject({
    code: "invalid_credentials",
  });
  await expect(login.verify(step, { code })).resolves.toMatchObject({ kind: "grant" });
});

test("a user without a factor that the policy requires must enrol one, after a mailed code", async () => {
  const { settings, person, tenant } = await aProduct();
  await aPolicy(tenant, { loginOtp: "always", allowedFactors: ["totp"], factorGraceDays: 0 });
  const login = createLogin(createAtrium(settings));
  const step = await login.preflight({ email: person.email, password: person.password });
  if (step.kind !== "otp_required") throw new Error("A code is asked for");
  const end = await login.verify(step, { code: await lastCode(tenant, person.email) });
  expect(end).toMatchObject({ kind: "enrolment_required", enrolment: { methods: ["totp"] } });
});

test("a grant works once", async () => {
  const { settings, person, tenant } = await aProduct();
  const login = createLogin(createAtrium(settings), { appId: settings.appId });
  const step = await login.preflight({ email: person.email, password: person.password });
  if (step.kind !== "otp_required") throw new Error("A code is asked for");
  const granted = await login.verify(step, { code: await lastCode(tenant, person.email) });
  if (granted.kind !== "grant") throw new Error("no grant");
  await login.exchange(granted);
  await expect(login.exchange(granted)).rejects.toMatchObject({
    status: 401,
    code: "invalid_credentials",
  });
});

test("a session that ended is over, and its activity token is deleted", async () => {
  const { login, store, session } = await signedIn();
  const stored = await store.get(`activity:${session.session_id}`);
  await login.end(session.session_id);
  await store.set(`activity:${session.session_id}`, stored ?? "", 60);
  const refusal: unknown = await login.identity(session.session_id).catch((error) => error);
  expect(isSessionOver(refusal) && refusal.code).toBe("revoked");
  expect(await store.get(`activity:${session.session_id}`)).toBeNull();
});

test("a wrong password is a refusal with the request's id, and does not end anything", async () => {
  const { settings, person } = product;
  const login = createLogin(createAtrium(settings));
  const refusal: unknown = await login
    .preflight({ email: person.email, password: "not it" })
    .catch((e) => e);
  if (!isAtriumError(refusal)) throw refusal;
  expect(refusal).toMatchObject({ status: 401, code: "invalid_credentials" });
  expect(refusal.request_id).toMatch(/\S/);
  expect(isSessionOver(refusal)).toBe(false);
});

test("a step-up takes the password, and a token is for the app", async () => {
  const { login, session, person, tenant } = await signedIn();
  const proven = await login.reverify(session.session_id, {
    method: "password",
    password: person.password,
  });
  expect(proven).toMatchObject({ expires_at: expect.any(String) });
  const sent = await login.reverify(session.session_id, { method: "email_otp" });
  expect(sent).toMatchObject({ challenge: { type: "email_otp" } });
  // The service takes a code only together with its challenge's token.
  const code = await lastCode(tenant, person.email);
  expect(await login.reverify(session.session_id, { method: "email_otp", code })).toMatchObject({
    amr: expect.arrayContaining(["otp"]),
  });
  const token = await login.token(session.session_id);
  expect(token).toMatchObject({ token_type: "Bearer", organization_id: person.organizationId });
});
