import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { lives, processesBelow } from "@/tools/setup/processes.mjs";
import { NOT_TRIED } from "./system";

/** A system of a few lines, in a process of its own. */
function aSystem(work: string) {
  const script = `import { atEnd } from "./tests/systems/harness/ends.ts";
    import { startProcess } from "./tests/systems/harness/processes.ts";
    import { runSystem, Skipped, tryEach } from "./tests/systems/harness/system.ts";
    await runSystem(async () => { ${work} });`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
}

async function ended(work: string): Promise<{ code: number; output: string }> {
  const child = aSystem(work);
  const [stdout, , [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, output: stdout };
}

test("a system ends with 0 only when everything held and nothing was left out", async () => {
  const skips = `["b", () => { throw new Skipped("there is no b"); }]`;
  const fails = `["c", () => { throw new Error("c is wrong"); }]`;
  const [well, left, failed, both] = await Promise.all([
    ended(`await tryEach([["a", () => "seen"]]);`),
    ended(`await tryEach([["a", () => {}], ${skips}]);`),
    ended(`await tryEach([${fails}, ["a", () => {}]]);`),
    ended(`await tryEach([${skips}, ${fails}]);`),
  ]);
  expect([well.code, left.code, failed.code, both.code]).toEqual([0, NOT_TRIED, 1, 1]);
  expect(well.output).toMatch(/^ok {6}a: seen \(\d\.\d s\)$/m);
  expect(left.output).toMatch(/^NOT TRIED {2}there is no b$/m);
  // A failed check stops no other.
  expect(failed.output).toMatch(/^ok {6}a/m);
});

test("started things are ended in the opposite order, whether the system failed or not", async () => {
  const ends = `for (const name of ["first", "second"]) atEnd(() => console.log(name + " ended"));
    atEnd(() => { throw new Error("this one can't be ended"); });
    await atEnd(() => console.log("earlier"))(); throw new Error("wrong");`;
  const { code, output: said } = await ended(ends);
  expect([code, said.split("\n").filter(Boolean)]).toEqual([
    1,
    ["earlier", "second ended", "first ended"],
  ]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s ends what a system started",
  async (signal) => {
    const child = aSystem(
      `startProcess(["sleep", "600"], { endsBy: "TERM" }); console.log("up"); await new Promise(() => setInterval(() => {}, 1000));`,
    );
    const gone = once(child, "exit");
    await once(child.stdout, "data");
    const childPids = processesBelow(child.pid);
    expect(childPids.length).toBeGreaterThan(0);
    child.kill(signal);
    // The second signal cuts no cleanup short.
    child.kill(signal);
    expect(await gone).toEqual([130, null]);
    await expect.poll(() => childPids.filter(lives)).toEqual([]);
  },
);
