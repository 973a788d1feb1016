import { beforeAll, expect, test, vi } from "vitest";
import { GET as showDevice } from "@/app/(hosted)/device/route";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { peerHeader } from "@/lib/kernel/process/peer-address";
import { aTenant } from "@/tests/builders/a-tenant";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser } from "@/tests/support/browser";
import { postForm } from "@/tests/support/post-form";

const NETWORK = 4;
const ALL = 10;
vi.hoisted(() => {
  process.env.ATRIUM_LIMIT_DEVICE_NETWORK_FAILURES = "4";
  process.env.ATRIUM_LIMIT_DEVICE_FAILURES = "10";
});

let client: TestOidcClient;
beforeAll(async () => {
  const settings = { type: "public", deviceAuthorization: true } as const;
  client = await anOidcClient(await aTenant(), { ...settings, redirectUris: [] });
});

async function aCode(): Promise<string> {
  const form = { client_id: client.clientId };
  return String((await postForm(deviceRoute, "/oauth/device", form)).body.user_code);
}

const guess = (address: string) => look(address, "BBBB-BBBB");
const look = async (address: string, code: string) => {
  const headers = { [peerHeader()]: address };
  const response = await new Browser().go(showDevice, `/device?user_code=${code}`, { headers });
  return { status: response.status, wait: response.headers.get("retry-after") };
};

test("wrong codes are limited per network, and right ones don't count", async () => {
  const code = await aCode();
  for (let times = 0; times < 2 * ALL; times += 1)
    expect((await look("198.51.100.1", code)).status).toBe(200);
  for (let times = 0; times < NETWORK; times += 1)
    expect((await guess("198.51.100.1")).status).toBe(422);
  const held = await guess("198.51.100.1");
  expect(held.status).toBe(429);
  expect(Number(held.wait)).toBeGreaterThan(0);
  // A network over its limit is refused even with the right code.
  expect((await look("198.51.100.1", code)).status).toBe(429);
  expect((await look("198.51.100.2", code)).status).toBe(200);
});

test("networks that use up the shared limit don't lock out other devices, and get few more guesses", async () => {
  const code = await aCode();
  for (let index = 0; index < ALL; index += 1)
    expect((await guess(`198.51.101.${index}`)).status).toBe(422);
  expect((await look("198.51.103.1", code)).status).toBe(200);
  for (let index = 0; index < ALL; index += 1) await guess(`198.51.102.${index}`);
  // Each network has one guess left, regardless of other networks.
  expect([(await guess("198.51.103.1")).status, (await guess("198.51.103.1")).status]).toEqual([
    422, 429,
  ]);
  expect((await look("198.51.103.2", code)).status).toBe(200);
});
