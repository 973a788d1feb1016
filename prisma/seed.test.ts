import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { quickstarts } from "@/generated/quickstarts";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { listTenants } from "@/lib/core/operators/list-tenants";
import { openTenant } from "@/lib/core/operators/open-tenant";
import { noRequest } from "@/lib/kernel/caller";
import { cloneDatabase } from "@/tests/support/database";
import { SEED } from "./demo-place";

interface Demo {
  tenant_id: string;
  oidc_client_id: string;
  oidc_public_client_id: string;
  addresses: { label: string; url: string }[];
}

/** Runs the seed as another server of a database, with a folder of its own.
 *  @returns what it wrote, or null */
async function server(env: Record<string, string> = {}): Promise<Demo | null> {
  const file = join(mkdtempSync(join(tmpdir(), "atrium-seed-")), "demo.json");
  await promisify(execFile)(process.execPath, ["--import", "tsx", "prisma/seed.ts"], {
    env: { ...process.env, ...env, ATRIUM_DEMO_FILE: file },
  });
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

let demo: Demo | null = null;

const clientOf = async (id: string) => (await resolveOidcClient(id))?.client;

const names = async () => (await listTenants()).map(({ name }) => name).toSorted();

test("two servers of one database make one demo, also after an interrupted one", async () => {
  await openTenant({ actor: SEED, context: noRequest }, { name: "Half made" });
  const written = await Promise.all([server(), server()]);
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await server()).toBeNull();
  expect(await names()).toEqual(["Acme", "Globex", "Half made"]);
  demo = written.find(Boolean) ?? null;
}, 60_000);

test("each quickstart's redirect address is registered for a client of the demo", async () => {
  const { oidc_client_id: confidential = "", oidc_public_client_id: open = "" } = demo ?? {};
  const clients = { confidential: await clientOf(confidential), public: await clientOf(open) };
  expect(quickstarts.length).toBeGreaterThan(10);
  for (const page of quickstarts.filter(({ profile }) => profile === "standard")) {
    const client = clients[page.type];
    const { redirectUris = [], postLogoutRedirectUris = [] } = client ?? {};
    expect(client?.type, page.id).toBe(page.type);
    const { redirectUri, postLogoutRedirectUri: after } = page;
    const at = (uri: string) => uri.replace("{{origin}}", "http://localhost:4000");
    expect(redirectUris, page.id).toContain(at(redirectUri));
    if (after) expect(postLogoutRedirectUris, page.id).toContain(at(after));
  }
  expect(demo?.addresses.map(({ url }) => new URL(url).pathname)).toContain("/docs/quickstarts");
});

test("a database in use gets no demo", async () => {
  const { adminUrl, template, prefix } = inject("testServer");
  const urls = await cloneDatabase(
    adminUrl,
    template,
    `${prefix}${randomBytes(6).toString("hex")}`,
  );
  const { execPath } = process;
  const args = ["--import", "tsx", "cli/atrium.ts", "tenant", "create", "Umbrella"];
  await promisify(execFile)(execPath, args, { env: { ...process.env, ...urls } });
  expect(await server(urls)).toBeNull();
}, 60_000);
