// npm test -- systems image: builds the image on a base made by debootstrap, without a registry of images,
// and signs the first operator in to it. With `--build` the image's own build makes dist, as the compose file
// has it. It runs as its own account on a read-only root file system, with a real PostgreSQL, mail server and
// browser.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT_FILE, environmentOf } from "@/e2e/support/environment";
import { build, buildDist } from "@/tools/build/build.mjs";
import { step } from "@/tools/start/steps";
import { aFolder, atEnd } from "../harness/ends";
import { runJourneys } from "../harness/runners";
import { runSystem } from "../harness/system";
import { until } from "../harness/until";
import { buildImage, buildOnce, type Dist, type Image, standIn } from "./build-image";
import { quoted } from "./command";
import { pageCommands } from "./page-commands";
import { type Container, container, fileIn } from "./run-image";
import { type Surroundings, startSurroundings } from "./surroundings";
import { requireTools } from "./tools";

const MOST_BYTES = 300_000_000;
/** The first operator signs in by the link of the command line, adds a tenant and invites its owner by
 *  email. */
const JOURNEY = ["e2e/dashboard-operator.spec.ts", "-g", "first operator|take in a tenant"];
const PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  requireTools();
  const dist: Dist = process.argv.includes("--build") ? "built" : "context";
  if (dist === "context") {
    await step("build", build);
    await step("dist", buildDist);
  }
  const folder = aFolder("image");
  const surroundings = await startSurroundings();
  const image = await step("image", () => buildImage(folder, dist));
  const made = container(image, folder, surroundings.settings);
  expectSmall(made);
  expectDescribed(made);
  if (dist === "context") await step("the same image again", () => expectSame(image));
  await step("first sign-in", () => signInTo(made, surroundings, folder));
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
  atEnd(() => running.kill("SIGKILL"));
  let words = "";
  for (const stream of [running.stdout, running.stderr])
    stream?.on("data", (chunk) => (words += chunk));
  const isReady = () => running.exitCode !== null || /Atrium \S+ is ready/.test(words);
  await until("the container is ready", PATIENCE_MS, isReady).catch(() => {});
  if (!/is ready/.test(words)) throw new Error(`The container did not start:\n${words}`);
  const check = (Healthcheck?.Test ?? []).slice(1);
  const health = spawnSync(made.runner, check, { encoding: "utf8" });
  if (health.status !== 0) throw new Error(`The health check fails: ${health.stderr}`);
  await journey(made, around, folder).catch((error: Error) => {
    throw new Error(`${error.message}\n${words}`);
  });
  const ended = once(running, "exit");
  process.kill(firstIn(running.pid ?? 0), "SIGTERM");
  const [code] = await ended;
  const written = /EROFS|EACCES|EPERM/.exec(words);
  if (written) throw new Error(`Something was to be written (${written[0]}):\n${words}`);
  if (code !== 0) throw new Error(`The container ended with ${code}:\n${words}`);
}

/** Runs the page's command; a program that starts the container stands in for the engine. */
function typedRun(folder: string, words: readonly string[]): ChildProcess {
  const expectedArgs = `${RUN} --env-file atrium.env -p 3000:3000 atrium`;
  const script = `[ "$*" = '${expectedArgs}' ] || exit 2\nexec ${quoted(words)}`;
  const env = { ...process.env, PATH: `${standIn(folder, script)}:${process.env.PATH}` };
  return spawn("bash", ["-c", `exec ${pageCommands().run}`], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
}

const RUN = "run --read-only --tmpfs /tmp --cap-drop=all --security-opt=no-new-privileges";

/** Returns the first process of a container, the only child of the program that made its namespaces. */
function firstIn(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
}

/** Runs the journey in a browser without blocking this process: it hosts the proxy and the mailbox. */
function journey(
  made: Container,
  { baseUrl, mailboxUrl, env }: Surroundings,
  folder: string,
): Promise<void> {
  const file = join(folder, "environment.json");
  const commandLine = [made.runner, "node", "/app/atrium.mjs"];
  const about = { ...environmentOf(env, baseUrl), mailboxUrl, commandLine };
  writeFileSync(file, JSON.stringify(about), { mode: 0o600 });
  return runJourneys(JOURNEY, {
    [ENVIRONMENT_FILE]: file,
    // The proxy's certificate is self-signed.
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  });
}

await runSystem(main);
