import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atrium } from "@/tests/support/command-line";
import { documented } from "@/tests/support/documented";
import { linkedCheckout } from "@/tests/support/linked-checkout";
import { suspensions } from "@/tests/support/suspensions";
import { aMotoServer, KEYS, type Moto } from "./moto";

// `audit follow` into a bucket of a third-party store: the S3 server of moto, in Python. `npm test -- systems
// foreign bucket`.

let moto: Moto;
let endpoint: string;
let acme: TestEnvironment;

beforeAll(async () => {
  moto = await aMotoServer("s3");
  endpoint = moto.endpoint;
  for (const bucket of ["trail", "acme-audit"])
    expect((await client().fetch(`${endpoint}/${bucket}`, { method: "PUT" })).status).toBe(200);
  acme = await aTenant();
});
afterAll(() => moto?.stop());

const client = () =>
  new AwsClient({
    accessKeyId: KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY,
    service: "s3",
    region: "us-east-1",
  });

/** Returns the content of a bucket below a prefix, object after object. */
async function stored(
  prefix: string,
  bucket = "trail",
): Promise<{ names: string[]; lines: string[] }> {
  const listed = await client().fetch(`${endpoint}/${bucket}?list-type=2&prefix=${prefix}`);
  const names = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(
    ([, name = ""]) => name,
  );
  const lines: string[] = [];
  for (const name of names.sort())
    lines.push(
      ...(await (await client().fetch(`${endpoint}/${bucket}/${name}`)).text())
        .trimEnd()
        .split("\n"),
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
      ["--import", "tsx", "cli/atrium.ts", ...command("killed/")],
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
  const events = lines.map((line) => JSON.parse(line) as { targets: { id: string }[] });
  expect(events.map(({ targets }) => targets[0]?.id)).toEqual(users);
  expect(names.length).toBeGreaterThan(4);
});

test("a store that refuses says why", async () => {
  const wrong = await atrium(
    command("x/", "--once").map((word) => word.replace("trail/", "nobodys/")),
    KEYS,
  );
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("404") });
});

/** Runs a command that follows, and ends it by SIGTERM.
 *  @param has whether it has written what it is to write
 *  @returns what it wrote to stdout */
async function followed(line: string, has: (output: string) => Promise<boolean>): Promise<string> {
  const folder = linkedCheckout();
  const child = spawn("bash", ["--norc", "--noprofile", "-c", line], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...KEYS },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, "exit");
  while (!(await has(output)) && child.exitCode === null) await sleep(50);
  expect(child.exitCode).toBeNull();
  // As a terminal does: the signal goes to the whole process group.
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await ended;
  rmSync(folder, { recursive: true });
  return output;
}

test("the guide's commands follow into a file, a bucket and a pipe, from their own text", async () => {
  const users = await suspensions(acme, 3);
  const place = mkdtempSync(join(tmpdir(), "atrium-events-"));
  const file = join(place, "acme.ndjson");
  const [toFile = "", toBucket = "", toPipe = ""] = documented(
    "docs/guides/follow-the-trail.md",
    "npm run atrium -- audit follow",
    {
      "atr_…": acme.publicId,
      "/var/lib/atrium-events/acme.ndjson": file,
      "eu-central-1": `eu-central-1 --endpoint ${endpoint} --every 1`,
    },
  ).split("\n");
  const last = users.at(-1) ?? "";
  await followed(toFile, async () => existsSync(file) && readFileSync(file, "utf8").includes(last));
  await followed(toBucket, async () =>
    (await stored("atrium/", "acme-audit")).lines.join().includes(last),
  );
  const events = readFileSync(file, "utf8").trimEnd().split("\n");
  const { sequence } = JSON.parse(events.at(-2) ?? "");
  const output = await followed(toPipe.replace("41870", String(sequence)), async (so) =>
    so.includes(last),
  );
  expect(output.trimEnd().split("\n").at(-1)).toBe(events.at(-1));
  rmSync(place, { recursive: true });
});
