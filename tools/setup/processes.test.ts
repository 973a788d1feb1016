import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { commandOf, endOutright, lives, processesBelow } from "@/tools/setup/processes.mjs";

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

/** Waits until a process has written these words, and says what lies below it then. */
async function untilPrinted(child: ChildProcess, words: string): Promise<Below> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain(words);
  const below = processesBelow(child.pid);
  onTestFinished(() => endOutright(below));
  return below;
}

/** As npm runs a command: by a shell, which passes no signal on. `through` goes on with the command, in a
 *  process of its own or in the same. */
function npm(through: "continueInTypeScript" | "continueBuilt"): ChildProcess {
  const root = resolve(".");
  // It leaves behind what it starts.
  const command = file(
    "command.mjs",
    `import { spawn } from "node:child_process";
     spawn("sleep", ["600"]).on("spawn", () => console.log("at work"));`,
  );
  const module = pathToFileURL(resolve("tools/setup/run-typescript.mjs")).href;
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
  "what npm started ends with npm, and what that started: %s",
  async (signal) => {
    const started = npm("continueInTypeScript");
    const below = await untilPrinted(started, "at work");
    // Its shell, the entry, the command, and what the command started.
    expect(below.length).toBeGreaterThanOrEqual(4);
    started.kill(signal);
    await expect.poll(() => below.filter(lives), { timeout: 15_000 }).toEqual([]);
  },
  90_000,
);

test("what runs in the process that npm's shell started hears of npm's end as SIGTERM", async () => {
  const started = npm("continueBuilt");
  const below = await untilPrinted(started, "at work");
  started.kill("SIGKILL");
  // Without a handler of its own, the process itself ends.
  const [own] = below.filter(
    ({ pid }) => commandOf(pid)?.includes("entry.mjs") && !commandOf(pid)?.includes("sh "),
  );
  await expect.poll(() => own && lives(own), { timeout: 15_000 }).toBe(false);
}, 90_000);

test("an interrupted stage of npm test is the last one, and leaves nothing behind", async () => {
  const tests = spawn(process.execPath, ["--import", "tsx", "tools/test/main.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  tests.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const below = await untilPrinted(tests, "── format and lint");
  await expect
    .poll(() => below.push(...processesBelow(tests.pid)), { timeout: 20_000 })
    .toBeGreaterThan(1);
  tests.kill("SIGTERM");
  const [code] = await once(tests, "exit");
  expect(code).toBe(130);
  expect(output).not.toContain("── unit and routes");
  await expect.poll(() => below.filter(lives), { timeout: 15_000 }).toEqual([]);
}, 90_000);
