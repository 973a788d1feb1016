import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "@/scripts/foreign/run";
import { freePort } from "@/scripts/postgres/free-port";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atrium } from "@/tests/support/command-line";
import { suspensions } from "@/tests/support/suspensions";

// `audit follow` into a bucket of a store that nobody here wrote: the S3 server of moto, in Python. `npm run test:foreign -- bucket`.

const VERSION = "5.2.5";
const FOLDER = resolve("test-results/moto");
const KEYS = { AWS_ACCESS_KEY_ID: "atrium", AWS_SECRET_ACCESS_KEY: "secret-of-a-test" };

let store: ChildProcess;
let endpoint: string;
let acme: TestEnvironment;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await run("python3", ["-m", "venv", FOLDER]);
  await run(resolve(FOLDER, "bin/pip"), ["install", "--quiet", `moto[s3,server]==${VERSION}`]);
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  store = spawn(resolve(FOLDER, "bin/moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  while (!(await fetch(endpoint).catch(() => null))) await sleep(100);
  const made = await client().fetch(`${endpoint}/trail`, { method: "PUT" });
  expect(made.status).toBe(200);
  acme = await aTenant();
});
afterAll(() => store?.kill());

const client = () =>
  new AwsClient({
    accessKeyId: KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY,
    service: "s3",
    region: "us-east-1",
  });

/** Everything that is in the bucket below a prefix, object after object. */
async function stored(prefix: string): Promise<{ names: string[]; lines: string[] }> {
  const listed = await client().fetch(`${endpoint}/trail?list-type=2&prefix=${prefix}`);
  const names = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(
    ([, name = ""]) => name,
  );
  const lines: string[] = [];
  for (const name of names.sort())
    lines.push(
      ...(await (await client().fetch(`${endpoint}/trail/${name}`)).text()).trimEnd().split("\n"),
    );
  return { names, lines };
}

const command = (prefix: string, ...more: string[]) => [
  ...["audit", "follow", "--tenant", acme.publicId, "--kind", "user.suspended"],
  ...["--to", `s3://trail/${prefix}`, "--endpoint", endpoint, "--every", "1", ...more],
];

test("a follower that is killed again and again has every event in the bucket once, in the log's order", async () => {
  const users: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    users.push(...(await suspensions(acme, 700)));
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "scripts/atrium.ts", ...command("killed/")],
      { env: { ...process.env, ...KEYS }, stdio: ["ignore", "ignore", "inherit"] },
    );
    const died = once(child, "exit");
    const before = (await stored("killed/")).names.length;
    while ((await stored("killed/")).names.length === before && child.exitCode === null)
      await sleep(10);
    users.push(...(await suspensions(acme, 300)));
    await sleep(400 * round);
    child.kill("SIGKILL");
    await died;
  }
  expect((await atrium(command("killed/", "--once"), KEYS)).code).toBe(0);
  const { names, lines } = await stored("killed/");
  const told = lines.map((line) => JSON.parse(line) as { targets: { id: string }[] });
  expect(told.map(({ targets }) => targets[0]?.id)).toEqual(users);
  expect(names.length).toBeGreaterThan(4);
});

test("a store that refuses says why", async () => {
  const wrong = await atrium(
    command("x/", "--once").map((word) => word.replace("trail/", "nobodys/")),
    KEYS,
  );
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("404") });
});
