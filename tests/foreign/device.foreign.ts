import "@/tests/support/issuer-port";

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "@/scripts/foreign/run";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { allowDevice } from "@/tests/support/allow-device";
import { aWholeService } from "@/tests/support/whole-service";

// The device flow as a library of somebody else's does it: `npm run test:foreign -- device`.

let service: Awaited<ReturnType<typeof aWholeService>>;
beforeAll(async () => {
  service = await aWholeService();
});
afterAll(() => service?.stop());

test("Go's x/oauth2 signs a user in by a code, and refreshes", async () => {
  const tenant = await aTenant();
  const user = await aUser(tenant);
  const settings = { type: "public", redirectUris: [], deviceAuthorization: true } as const;
  const client = await anOidcClient(tenant, { ...settings, redirectUris: [] });
  mkdirSync("test-results", { recursive: true });
  const program = resolve("test-results/device-go");
  const cwd = "tests/foreign/device-go";
  expect(await run("gofmt", ["-l", "."], { cwd })).toBe("");
  await run("go", ["vet", "."], { cwd });
  await run("go", ["build", "-o", program, "."], { cwd });
  const env = { ...process.env, ISSUER: service.baseUrl, CLIENT_ID: client.clientId };
  const device = spawn(join(program), [], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(device, "close");
  const lines = createInterface({ input: device.stdout })[Symbol.asyncIterator]();
  const [, userCode = "", address] = String((await lines.next()).value).split(" ");
  expect(address).toBe(`${service.baseUrl}/device?user_code=${userCode}`);
  await allowDevice(userCode, user.id);
  expect((await lines.next()).value).toBe(`signed in as ${user.email}`);
  expect(await ended).toEqual([0, null]);
});
