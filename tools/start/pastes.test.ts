import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDevService, type TestDevService } from "@/tests/support/dev-service";
import { loginPaste, managementPaste, type PastedDemo } from "./pastes";

let folder: string;
let service: TestDevService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "atrium-paste-"));
  service = await aDevService(folder);
}, 180_000);
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function demoOf({ about }: TestDevService): PastedDemo {
  const acme = about.tenants.acme;
  const [backend, ada] = [acme?.credentials.backend, acme?.users["ada@acme.test"]];
  if (!acme || !backend || !ada) throw new Error("the fixtures are others");
  const { email, password } = ada;
  const { tenant_id, tenant_secret, apps } = acme;
  return {
    tenant_id,
    tenant_secret,
    ...backend,
    app_id: apps.portal ?? "",
    email,
    password: password ?? "",
  };
}

/** Runs a paste in a shell; returns its output. */
async function pasted(paste: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", paste], { timeout: 60_000 })).stdout;
}

test("the first paste lists users", async () => {
  const { base_url } = service.about;
  const { users } = JSON.parse(await pasted(managementPaste(base_url, demoOf(service))));
  expect(users.map(({ email }: { email: string }) => email)).toContain("ada@acme.test");
}, 60_000);

test("the second paste is a whole login, and works again after the first time", async () => {
  const demo = demoOf(service);
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = JSON.parse(await pasted(loginPaste(service.about.base_url, demo)));
    const { sub } = decodeJwt(answer.access_token);
    expect(sub).toBe(service.about.tenants.acme?.users["ada@acme.test"]?.id);
  }
}, 120_000);
