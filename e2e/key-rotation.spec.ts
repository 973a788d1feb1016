import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import { environment } from "./support/environment";
import { startHost } from "./support/host-process";
import { demo } from "./support/hosted-journey";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");

interface RotatedKey {
  purpose: string;
  kid: string;
}

/** `npm run atrium -- keys …`, as an operator runs it beside the service. */
async function keys(
  command: "rotate" | "list",
): Promise<{ keys: (RotatedKey & { state?: string })[] }> {
  const { databaseUrl, databaseOwnerUrl, baseUrl, masterKey } = environment();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "cli/atrium.ts", "--json", "keys", command],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATABASE_OWNER_URL: databaseOwnerUrl,
        ATRIUM_MODE: "local",
        ATRIUM_BASE_URL: baseUrl,
        ATRIUM_MASTER_KEY: masterKey,
      },
    },
  );
  return JSON.parse(stdout);
}

async function machineToken(request: APIRequestContext, host: string): Promise<string> {
  const response = await request.post(`${host}/oauth/token`, {
    form: {
      grant_type: "client_credentials",
      client_id: demo().client_id ?? "",
      client_secret: demo().client_secret ?? "",
      scope: "users:read",
    },
  });
  return (await response.json()).access_token;
}

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;

async function published(request: APIRequestContext, host: string): Promise<string[]> {
  const { keys } = await (await request.get(`${host}/oauth/jwks`)).json();
  return (keys as RotatedKey[]).map(({ kid }) => kid);
}

test("keys are rotated while two hosts serve: published, then signing, on both, and nothing live is refused", async ({
  request,
}) => {
  test.setTimeout(180_000);
  const other = await startHost(environment());
  const hosts = [environment().baseUrl, other.baseUrl];
  const processes = other.web();
  const before = await machineToken(request, hosts[0] ?? "");
  const accepted = async (token: string) => {
    for (const host of hosts) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await request.get(`${host}/api/v1/management/users`, { headers });
      expect(answer.status(), host).toBe(200);
    }
  };
  try {
    await accepted(before);
    const made = (await keys("rotate")).keys;
    const next = made.find(({ purpose }) => purpose === "machine_token")?.kid ?? "";
    expect(next).not.toBe("");
    for (const host of hosts) {
      await expect.poll(() => published(request, host), { timeout: 45_000 }).toContain(next);
      // Published, and not yet used: clients that cache keys have the time to fetch it.
      expect(await published(request, host)).toContain(kidOf(before));
    }
    for (const host of hosts)
      await expect
        .poll(async () => kidOf(await machineToken(request, host)), { timeout: 100_000 })
        .toBe(next);
    await accepted(before);
    for (const host of hosts) await accepted(await machineToken(request, host));
    const states = (await keys("list")).keys.filter(({ purpose }) => purpose === "machine_token");
    expect(states.map(({ state }) => state).sort()).toEqual(["signing", "verifying"]);
    expect(other.web()).toEqual(processes);
  } finally {
    await other.stop();
  }
});
