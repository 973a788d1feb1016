import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { commandOf, endOutright, lives, processesBelow } from "@/scripts/setup/processes.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atrium-starter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

type Below = ReturnType<typeof processesBelow>;

/** Waits until a process has written these words, and returns its descendants at that time. */
async function untilSaid(child: ChildProcess, words: string): Promise<Below> {
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain(words);
  const below = processesBelow(child.pid);
  onTestFinished(() => endOutright(below));
  return below;
}

/** Runs a command as npm does: by a shell, which passes no signal on. `through` continues with the command,
 *  in a process of its own or in the same. */
function npm(through: "continueInTypeScript" | "continueBuilt"): ChildProcess {
  const root = resolve(".");
  // It leaves its children behind.
  const command = file(
    "command.mjs",
    `import { spawn } from "node:child_process";
     spawn("sleep", ["600"]).on("spawn", () => console.log("at work"));`,
  );
  const module = pathToFileURL(resolve("scripts/setup/run-typescript.mjs")).href;
  const entry = file(
    "entry.mjs",
    `import { ${through} } from ${JSON.stringify(module)};
     ${through}(${JSON.stringify(root)}, ${JSON.stringify(relative(root, command))}, []);`,
  );
  const titled = file(
    "npm.mjs",
    `import { spawn } from "node:child_process";
     process.title = "npm start";
     spawn("sh", ["-c", '"$0" "$1"; true', process.execPath, ${JSON.stringify(entry)}], { stdio: "inherit" });`,
  );
  const child = spawn(process.execPath, [titled], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, npm_lifecycle_event: "start" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "descendants of npm's command end with npm: %s",
  async (signal) => {
    const started = npm("continueInTypeScript");
    const below = await untilSaid(started, "at work");
    // npm's shell, the entry, the command, and its child.
    expect(below.length).toBeGreaterThanOrEqual(4);
    started.kill(signal);
    await expect.poll(() => below.filter(lives), { timeout: 15_000 }).toEqual([]);
  },
  90_000,
);

test("a command in the process that npm's shell started gets npm's end as SIGTERM", async () => {
  const started = npm("continueBuilt");
  const below = await untilSaid(started, "at work");
  started.kill("SIGKILL");
  // Without a handler of its own, the process itself ends.
  const [own] = below.filter(
    ({ pid }) => commandOf(pid)?.includes("entry.mjs") && !commandOf(pid)?.includes("sh "),
  );
  await expect.poll(() => own && lives(own), { timeout: 15_000 }).toBe(false);
}, 90_000);

test("an interrupted stage of npm test is the last one, and leaves no process behind", async () => {
  const tests = spawn(
    process.execPath,
    ["--import", "tsx", "scripts/test/main.ts", "--only", "check"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  tests.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const below = await untilSaid(tests, "── format and lint");
  await expect
    .poll(() => below.push(...processesBelow(tests.pid)), { timeout: 20_000 })
    .toBeGreaterThan(1);
  tests.kill("SIGTERM");
  const [code] = await once(tests, "exit");
  expect(code).toBe(130);
  expect(said).not.toContain("── types");
  await expect.poll(() => below.filter(lives), { timeout: 15_000 }).toEqual([]);
}, 90_000);
