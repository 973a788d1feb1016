import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { documented } from "@/tests/support/documented";
import { inShell, ownPath } from "@/tests/support/shell";
import { environment } from "./support/environment";
import { expect, test } from "./support/test";

// The example as a customer runs it: its own process, its own folder, no credential of the tenant's.

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "installation-"));
});
test.afterEach(() => rmSync(folder, { recursive: true }));

const management = "/api/v1/management";

/** A call of the management plane with the demo tenant's credential. */
async function manage<T>(method: string, path: string, body?: object): Promise<T> {
  const { baseUrl, demo } = environment();
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: String(demo.client_id),
    client_secret: String(demo.client_secret),
  });
  const token = await fetch(`${baseUrl}/oauth/token`, { method: "POST", body: form });
  const { access_token } = await token.json();
  const response = await fetch(baseUrl + management + path, {
    method,
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

const issueToken = () =>
  manage<{ token: string }>("POST", "/enrolment-tokens", {
    name: "Journey",
    app_id: environment().demo.app_id,
    organization_id: environment().demo.organization_id,
    max_uses: 1,
  });

/** Runs the commands of the example's README, with a token or without one, and returns the output. */
async function run(variables: Record<string, string> = {}): Promise<string> {
  const { baseUrl } = environment();
  const [, plain = ""] = documented("examples/installation/README.md", "npm start").split("\n");
  const withToken = documented("examples/installation/README.md", "ATRIUM_BASE_URL=", {
    "https://id.example.com": baseUrl,
    "aen_…": variables.ENROLMENT_TOKEN ?? "",
  });
  const { stdout } = await promisify(execFile)(
    "bash",
    inShell(variables.ENROLMENT_TOKEN ? withToken : plain),
    {
      env: {
        ...process.env,
        PATH: ownPath,
        ATRIUM_BASE_URL: baseUrl,
        ATRIUM_DEMO_FILE: "none",
        INSTALLATION_FOLDER: folder,
        INSTALLATION_NAME: "journey",
        ...variables,
      },
      timeout: 30_000,
    },
  );
  return stdout;
}

const identity = () =>
  (JSON.parse(readFileSync(join(folder, "identity.json"), "utf8")) as { installationId: string })
    .installationId;

test("an installation enrols itself, keeps its key to itself, and comes back without a token", async () => {
  const { token } = await issueToken();
  const first = await run({ ENROLMENT_TOKEN: token });
  expect(first).toContain("enrolled as");
  expect(first).toContain("has an access token");
  expect(statSync(join(folder, "key.json")).mode & 0o777).toBe(0o600);
  const stored = await manage<Record<string, unknown>>("GET", `/installations/${identity()}`);
  expect(stored).toMatchObject({
    name: "journey",
    version: "1.0.0",
    platform: `${process.platform}/${process.arch}`,
    status: "active",
    app_id: environment().demo.app_id,
    organization_id: environment().demo.organization_id,
    last_seen_at: expect.any(String),
  });
  expect(await run()).toContain(`enrolled before, as ${identity()}`);
});

test("an installation that lost the answer to its enrolment finds itself by its key", async () => {
  const { token } = await issueToken();
  await run({ ENROLMENT_TOKEN: token });
  const before = identity();
  rmSync(join(folder, "identity.json"));
  // The token's one use is gone; the key is enough.
  expect(await run({ ENROLMENT_TOKEN: token })).toContain(`enrolled as ${before}`);
});

interface Campaign {
  id: string;
  status: string;
  progress: Record<string, number>;
}

/** Confirms a campaign for this one installation, as a person would: with the displayed number. */
async function confirmedCampaign(name: string): Promise<Campaign> {
  const selector = { app_id: environment().demo.app_id, version_below: "2.0.0", platform: name };
  const campaigns = "/installation-campaigns";
  const drafted = { name, target_version: "2.0.0", selector };
  const { id } = await manage<Campaign>("POST", campaigns, drafted);
  const { count, membership_version } = await manage<{ count: number; membership_version: string }>(
    "GET",
    `${campaigns}/${id}/preview`,
  );
  expect(count).toBe(1);
  const displayed = { membership_version, displayed_count: count };
  return manage("POST", `${campaigns}/${id}/confirm`, displayed);
}

test("an installation does what a confirmed campaign asks and reports its progress", async () => {
  const { token } = await issueToken();
  const platform = `journey-${Date.now()}`;
  const variables = { ENROLMENT_TOKEN: token, INSTALLATION_PLATFORM: platform };
  expect(await run(variables)).toContain("no campaign asks anything of it");
  const { id } = await confirmedCampaign(platform);
  expect(await run(variables)).toContain(`${platform}: runs 2.0.0`);
  const campaign = await manage<Campaign>("GET", `/installation-campaigns/${id}`);
  expect(campaign).toMatchObject({ status: "completed", progress: { succeeded: 1, pending: 0 } });
  expect(readFileSync(join(folder, "version"), "utf8")).toBe("2.0.0\n");
  const stored = await manage<{ version: string }>("GET", `/installations/${identity()}`);
  expect(stored.version).toBe("2.0.0");
  expect(await run(variables)).toContain("no campaign asks anything of it");
});

test("an update that fails is reported with its reason", async () => {
  const { token } = await issueToken();
  const platform = `failing-${Date.now()}`;
  const variables = { ENROLMENT_TOKEN: token, INSTALLATION_PLATFORM: platform };
  await run(variables);
  const { id } = await confirmedCampaign(platform);
  // A folder is in the place of the version's file.
  mkdirSync(join(folder, "version"));
  expect(await run(variables)).toContain(`${platform}: failed: EISDIR`);
  const { members } = await manage<{ members: Record<string, unknown>[] }>(
    "GET",
    `/installation-campaigns/${id}/members`,
  );
  expect(members).toEqual([
    expect.objectContaining({ progress: "failed", detail: expect.stringContaining("EISDIR") }),
  ]);
  // It was the only member and has reported an end: the campaign is over and has nothing to retry.
  expect(await run(variables)).toContain("no campaign asks anything of it");
});

test("a retired installation gets no token any more", async () => {
  const { token } = await issueToken();
  await run({ ENROLMENT_TOKEN: token });
  await manage("POST", `/installations/${identity()}/retire`);
  await expect(run()).rejects.toThrow(/401 invalid_client/);
});

test("on a local Atrium it needs nothing but the demo data", async () => {
  expect(await run({ ATRIUM_DEMO_FILE: environment().demoFile ?? "" })).toContain(
    "has an access token",
  );
});
