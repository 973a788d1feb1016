// npm run test:image: builds the image on a base made by debootstrap, without a registry of images, and signs the first operator
// in to it. With `-- --build` the image's own build makes dist, as the compose file has it. It runs as its own account on a read-only root file system, with a real PostgreSQL, mail server and browser.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, buildDist } from "@/scripts/host/build.mjs";
import { step } from "@/scripts/start/steps";
import { findChromium } from "@/scripts/test/chromium";
import { buildImage, buildOnce, type Dist, type Image, standIn } from "./build-image";
import { quoted } from "./command";
import { pageCommands } from "./page-commands";
import { type Container, container, fileIn } from "./run-image";
import { type Surroundings, startSurroundings } from "./surroundings";
import { missingTools } from "./tools";

const MOST_BYTES = 300_000_000;
/** The first operator comes in by the link of the command line, takes in a tenant and invites its owner by email. */
const JOURNEY = ["e2e/dashboard-operator.spec.ts", "-g", "first operator|take in a tenant"];
const PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  const missing = missingTools();
  if (missing) {
    console.log(`skipped: the image can't be tried here, ${missing}`);
    if (process.env.CI) throw new Error("On a CI machine the image is never skipped.");
    return;
  }
  const dist: Dist = process.argv.includes("--build") ? "built" : "context";
  if (dist === "context") {
    await step("build", build);
    await step("dist", buildDist);
  }
  const folder = mkdtempSync(join(tmpdir(), "atrium-image-"));
  const surroundings = await startSurroundings();
  try {
    const image = await step("image", () => buildImage(folder, dist));
    const made = container(image, folder, surroundings.settings);
    expectSmall(made);
    expectDescribed(made);
    if (dist === "context") await step("the same image again", () => expectSame(image));
    await step("first sign-in", () => signInTo(made, surroundings, folder));
    console.log("The image is sound.");
  } finally {
    await surroundings.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function expectSmall({ bytes }: Container): void {
  console.log(`  ${(bytes / 1e6).toFixed(0)} MB in all layers, uncompressed (at most 300)`);
  if (bytes > MOST_BYTES) throw new Error("The image is too large.");
}

function expectDescribed(made: Container): void {
  const { User, Env, Labels, Healthcheck, Entrypoint } = made.configuration;
  const problems = [
    !/^[1-9]\d*(:[1-9]\d*)?$/.test(User) && "it does not run as a numeric account that is not root",
    !Labels["org.opencontainers.image.version"] && "it names no version",
    !/^[0-9a-f]{40}$/.test(Labels["org.opencontainers.image.revision"] ?? "") &&
      "it names no revision",
    !Env.some((pair) => /^ATRIUM_REVISION=[0-9a-f]{40}$/.test(pair)) &&
      "it tells the service no revision",
    Labels["org.opencontainers.image.licenses"] !== "MIT" && "it names no licence",
    !Healthcheck?.Test.includes("/app/health.mjs") && "it has no health check",
    !Entrypoint[0]?.endsWith("/tini") && "its first process takes in nobody",
    JSON.parse(fileIn(made, "app/sbom.json")).bomFormat !== "CycloneDX" &&
      "it has no bill of materials",
  ].filter(Boolean);
  if (problems.length > 0) throw new Error(`The image is wrong: ${problems.join("; ")}.`);
}

function expectSame({ parts, buildah }: Image): void {
  const again = buildOnce(buildah, "localhost/atrium-again", "context");
  if (again !== parts) throw new Error(`The same sources made another image:\n${parts}\n${again}`);
}

async function signInTo(made: Container, around: Surroundings, folder: string): Promise<void> {
  const { Entrypoint, Cmd, Healthcheck } = made.configuration;
  const running = typedRun(folder, [made.runner, ...Entrypoint, ...Cmd]);
  let words = "";
  for (const stream of [running.stdout, running.stderr])
    stream?.on("data", (said) => (words += said));
  try {
    await until(
      () => /Atrium \S+ is ready/.test(words),
      running,
      () => words,
    );
    const check = (Healthcheck?.Test ?? []).slice(1);
    const health = spawnSync(made.runner, check, { encoding: "utf8" });
    if (health.status !== 0) throw new Error(`The health check fails: ${health.stderr}`);
    if ((await journey(made, around, folder)) !== 0)
      throw new Error(`The journey failed.\n${words}`);
    const ended = new Promise<number | null>((resolve) => running.once("exit", resolve));
    process.kill(firstIn(running.pid ?? 0), "SIGTERM");
    const code = await ended;
    const written = /EROFS|EACCES|EPERM/.exec(words);
    if (written) throw new Error(`Something was to be written (${written[0]}):\n${words}`);
    if (code !== 0) throw new Error(`The container ended with ${code}:\n${words}`);
  } finally {
    running.kill("SIGKILL");
  }
}

/** Types the page's command: what it asks of an engine is what the program does that runs the container. */
function typedRun(folder: string, words: readonly string[]): ChildProcess {
  const asked = `${RUN} --env-file atrium.env -p 3000:3000 atrium`;
  const stand = `[ "$*" = '${asked}' ] || exit 2\nexec ${quoted(words)}`;
  const env = { ...process.env, PATH: `${standIn(folder, stand)}:${process.env.PATH}` };
  return spawn("bash", ["-c", `exec ${pageCommands().run}`], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
}

const RUN = "run --read-only --tmpfs /tmp --cap-drop=all --security-opt=no-new-privileges";

async function until(
  done: () => boolean,
  running: ChildProcess,
  words: () => string,
): Promise<void> {
  for (const begun = Date.now(); !done(); await new Promise((go) => setTimeout(go, 100)))
    if (running.exitCode !== null || Date.now() - begun > PATIENCE_MS)
      throw new Error(`The container did not start:\n${words()}`);
}

/** The first process of a container, which is the only child of the program that made its namespaces. */
function firstIn(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
}

/** Runs the journey in a browser. @returns Playwright's exit code */
function journey(
  made: Container,
  { baseUrl, mailboxUrl, settings }: Surroundings,
  folder: string,
): Promise<number | null> {
  const file = join(folder, "environment.json");
  const about = {
    baseUrl,
    secondUrl: baseUrl,
    mailboxUrl,
    commandLine: [made.runner, "node", "/app/atrium.mjs"],
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    masterKey: settings.ATRIUM_MASTER_KEY,
    demo: {},
  };
  writeFileSync(file, JSON.stringify(about), { mode: 0o600 });
  // Not waited for in this thread: the proxy and the mailbox are in it.
  const running = spawn(
    process.execPath,
    ["node_modules/@playwright/test/cli.js", "test", "--reporter=list", ...JOURNEY],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        ATRIUM_E2E_ENVIRONMENT: file,
        CHROMIUM_PATH: findChromium(),
        // The proxy's certificate is one that nobody vouches for.
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      },
    },
  );
  return new Promise((resolve) => running.once("exit", resolve));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
