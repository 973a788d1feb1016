import "@/tests/support/issuer-port";

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { allowDevice } from "@/tests/support/allow-device";
import { aWholeService } from "@/tests/support/whole-service";
import { run } from "@/tools/foreign/run";

// The device flow by a third-party library: `npm test -- systems foreign device`.

let service: Awaited<ReturnType<typeof aWholeService>>;
beforeAll(async () => {
  service = await aWholeService();
});
afterAll(() => service?.stop());

/** Runs a program that signs a user in by a code, and allows it there. It prints the code and its address,
 *  and at the end who signed in, after a refresh. */
async function signsIn(program: string, args: string[] = []): Promise<void> {
  const tenant = await aTenant();
  const user = await aUser(tenant);
  const settings = { type: "public", deviceAuthorization: true } as const;
  const client = await anOidcClient(tenant, { ...settings, redirectUris: [] });
  const env = { ...process.env, ISSUER: service.baseUrl, CLIENT_ID: client.clientId };
  const device = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(device, "close");
  const lines = createInterface({ input: device.stdout })[Symbol.asyncIterator]();
  const lineStartingWith = async (beginning: string) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended without saying ${beginning}`);
      // Skips the library's log lines.
      if (String(value).startsWith(beginning)) return String(value);
    }
  };
  const [, userCode = "", address] = (await lineStartingWith("code ")).split(" ");
  expect(address).toBe(`${service.baseUrl}/device?user_code=${userCode}`);
  await allowDevice(userCode, user.id);
  expect(await lineStartingWith("signed in as")).toBe(`signed in as ${user.email}`);
  expect(await ended).toEqual([0, null]);
}

test("Go's x/oauth2 signs a user in by a code, and refreshes", async () => {
  mkdirSync("test-results", { recursive: true });
  const program = resolve("test-results/device-go");
  const cwd = "tests/systems/foreign/device-go";
  expect(await run("gofmt", ["-l", "."], { cwd })).toBe("");
  await run("go", ["vet", "."], { cwd });
  await run("go", ["build", "-o", program, "."], { cwd });
  await signsIn(program);
});

test("Spring Security signs a user in by a code, verifies the ID token, and refreshes", async () => {
  const target = resolve("test-results/device-spring");
  const quiet = ["-B", "-q", "package", `-DbuildFolder=${target}`];
  await run("mvn", quiet, { cwd: "tests/systems/foreign/device-spring" });
  await signsIn("java", ["-jar", join(target, "device.jar")]);
});
