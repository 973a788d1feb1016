import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atrium, COMMAND_LINE } from "@/tests/support/command-line";
import { suspensions } from "@/tests/support/suspensions";

interface Line {
  sequence: number;
  kind: string;
  environment: string | null;
  targets: { id: string }[];
}

const aFile = () => join(mkdtempSync(join(tmpdir(), "atrium-follow-")), "events.ndjson");
const linesOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

function following(acme: TestEnvironment, file: string): ChildProcess {
  const command = ["audit", "follow", "--tenant", acme.publicId, "--to", `file:${file}`];
  return spawn(process.execPath, [COMMAND_LINE, ...command], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

test("a follower that is killed again and again writes every event once, in the log's order", async () => {
  const acme = await aTenant();
  const file = aFile();
  const users: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    // The file begins with some events missing.
    users.push(...(await suspensions(acme, 50)));
    const child = following(acme, file);
    const died = once(child, "exit");
    const before = sizeOf(file);
    // More events are logged while it writes.
    while (sizeOf(file) === before && child.exitCode === null) await sleep(5);
    users.push(...(await suspensions(acme, 1_500)));
    await sleep(40 * round);
    child.kill("SIGKILL");
    await died;
    // Half a line, as after a crash of the machine.
    if (round > 1) appendFileSync(file, '{"sequence":9999,"id":"half a li');
  }
  const { code } = await atrium([
    ...["audit", "follow", "--tenant", acme.publicId, "--to", `file:${file}`, "--once"],
  ]);
  expect(code).toBe(0);
  const lines = linesOf(readFileSync(file, "utf8"));
  const suspended = lines.filter(({ kind }) => kind === "user.suspended");
  expect(suspended.map(({ targets }) => targets[0]?.id)).toEqual(users);
  expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, at) => at));
  expect(statSync(file).mode & 0o777).toBe(0o600);
}, 180_000);

test("a follower receives new events, and exits cleanly on a signal", async () => {
  const acme = await aTenant();
  const file = aFile();
  await suspensions(acme, 1);
  const child = following(acme, file);
  while (sizeOf(file) === 0) await sleep(20);
  const [user] = await suspensions(acme, 1);
  while (!readFileSync(file, "utf8").includes(user ?? "")) await sleep(20);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 120_000);

test("stdout has only the environment or kind of the options, and resumes after the reader's position", async () => {
  const acme = await aTenant({ environments: ["production", "staging"] });
  const [staging] = acme.others;
  if (!staging) throw new Error("unreachable");
  const here = await suspensions(acme, 2);
  const there = await suspensions(staging, 1);
  const follow = async (...more: string[]) => {
    const command = ["audit", "follow", "--tenant", acme.publicId, "--to", "stdout", "--once"];
    const { stdout, code, stderr } = await atrium([...command, ...more]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return linesOf(stdout);
  };
  const ofKind = await follow("--kind", "user.suspended");
  expect(ofKind.map(({ targets }) => targets[0]?.id)).toEqual([...here, ...there]);
  const first = String(ofKind[0]?.sequence);
  const rest = await follow("--after", first, "--kind", "user.*", "--environment", "production");
  expect(rest.map(({ targets }) => targets[0]?.id)).toEqual(here.slice(1));
}, 120_000);

test("a log or target that cannot be followed is refused with an explanation", async () => {
  const acme = await aTenant();
  await suspensions(acme, 1);
  const follow = (...more: string[]) => atrium(["audit", "follow", "--once", ...more]);
  const of = ["--tenant", acme.publicId];
  const foreign = aFile();
  appendFileSync(foreign, "my diary\n");
  const wrong: [string[], string][] = [
    [[...of, "--to", "ftp://somewhere"], "s3://bucket/prefix/"],
    [[...of, "--to", `file:${foreign}`], "does not end with a line of followed events"],
    [[...of, "--to", `file:${aFile()}`, "--after", "3"], "--after is for stdout"],
    [[...of, "--to", "stdout", "--after", "99999"], "restored from a backup"],
    [["--tenant", "atr_AAAAAAAAAAAAAAAAAAAAAA", "--to", "stdout"], "There is no tenant"],
    [["--to", "stdout"], "Say whose log"],
  ];
  for (const [args, words] of wrong)
    expect(await follow(...args)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(words),
    });
  expect(readFileSync(foreign, "utf8")).toBe("my diary\n");
  const s3 = await atrium(["audit", "follow", ...of, "--to", "s3://bucket/x/"], {
    AWS_ACCESS_KEY_ID: undefined,
  });
  expect(s3.stderr).toContain("Set AWS_ACCESS_KEY_ID");
}, 180_000);
