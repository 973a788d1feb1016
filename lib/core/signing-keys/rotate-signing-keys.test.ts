import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterEach, expect, test } from "vitest";
import { GET as jwksRoute } from "@/app/oauth/jwks/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { listSigningKeys, rotateSigningKeys } from "@/lib/core/signing-keys/rotate-signing-keys";
import { keyStateAt } from "@/lib/core/signing-keys/signing-key";
import { forgetKeys, KEY_CACHE_SECONDS } from "@/lib/core/signing-keys/signing-keys";
import { noRequest } from "@/lib/kernel/caller";
import { now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let reset: (() => void) | undefined;
afterEach(() => reset?.());

const secondsLater = (seconds: number) => {
  reset?.();
  reset = setClock({ now: () => new Date(Date.now() + seconds * 1000) });
};
const none = { params: Promise.resolve({}) };

async function machineToken({ clientId, clientSecret }: TestEnvironment): Promise<string> {
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  };
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const body = (await (await tokenRoute(request, none)).json()) as { access_token: string };
  return body.access_token;
}

const publishedKids = async () => {
  const { keys } = await (await jwksRoute(new Request("http://x/"), none)).json();
  return (keys as { kid: string }[]).map((key) => key.kid);
};
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const states = async () => {
  const all = await listSigningKeys(config().databaseOwnerUrl);
  const machine = all.filter((key) => key.purpose === "machine_token");
  return machine.map((key) => keyStateAt(key, all, now()));
};

test("a rotation publishes, then signs, then retires, without a restart or an invalid token", async () => {
  const acme = await aTenant();
  const before = await machineToken(acme);
  const made = await rotateSigningKeys(config().databaseOwnerUrl);
  const next = made.find((key) => key.purpose === "machine_token");
  forgetKeys();

  expect(await states()).toEqual(["published", "signing"]);
  expect(await publishedKids()).toContain(next?.kid);
  expect(kidOf(await machineToken(acme))).toBe(kidOf(before));

  secondsLater(2 * KEY_CACHE_SECONDS + 1);
  expect(await states()).toEqual(["signing", "verifying"]);
  const after = await machineToken(acme);
  expect(kidOf(after)).toBe(next?.kid);
  expect(await verifyMachineToken(before, noRequest)).not.toBeNull();
  expect(await verifyMachineToken(after, noRequest)).not.toBeNull();
  const { keys } = await (await jwksRoute(new Request("http://x/"), none)).json();
  await jwtVerify(after, createLocalJWKSet({ keys }), { audience: "service-management-api" });

  secondsLater(2 * KEY_CACHE_SECONDS + 1000);
  expect(await states()).toEqual(["signing", "retired"]);
  expect(await publishedKids()).not.toContain(kidOf(before));
  await rotateSigningKeys(config().databaseOwnerUrl, ["machine_token"]);
  expect(await states()).toEqual(["published", "signing"]);
});

test("two parallel rotations leave one signing key per purpose", async () => {
  await Promise.all([
    rotateSigningKeys(config().databaseOwnerUrl, ["user_token"]),
    rotateSigningKeys(config().databaseOwnerUrl, ["user_token"]),
  ]);
  secondsLater(2 * KEY_CACHE_SECONDS + 1);
  const all = await listSigningKeys(config().databaseOwnerUrl);
  const open = all.filter((key) => key.purpose === "user_token" && key.verifiesUntil === null);
  expect(open).toHaveLength(1);
});
