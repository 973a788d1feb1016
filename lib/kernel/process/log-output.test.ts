import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LogOutput } from "./log-output";

test.skipIf(process.platform !== "linux")(
  "a line that can't be written to a full disk is dropped",
  () => {
    const full = openSync("/dev/full", "w");
    const output = new LogOutput(full);
    output.write("one\n");
    output.write("two\n");
    closeSync(full);
    expect(output.dropped).toBe(2);
  },
);

test("a reader that stops reading delays nothing, and later reads whole lines", async () => {
  // It reads when signalled. A socket in place of a pipe: Node opens both so that they never block.
  const script =
    "process.once('SIGUSR2', () => process.stdin.pipe(process.stdout)); setInterval(() => {}, 1e6); console.log('-')";
  const reader = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  await once(reader.stdout, "data");
  const handle: { fd: number } = Reflect.get(reader.stdin, "_handle");
  const output = new LogOutput(handle.fd);
  const line = (at: number) => `${JSON.stringify({ at, text: "x".repeat(1000) })}\n`;
  let written = 0;
  while (output.dropped < 10) output.write(line(written++));
  let read = "";
  reader.stdout.on("data", (chunk: Buffer) => {
    read += chunk;
  });
  reader.kill("SIGUSR2");
  await expect
    .poll(() => output.write(line(written++)) ?? read.includes("could not be written"), {
      timeout: 10_000,
    })
    .toBe(true);
  reader.kill();
  const lines = read
    .split("\n")
    .slice(0, -1)
    .map((one) => JSON.parse(one));
  expect(lines.find(({ msg }) => msg)).toMatchObject({ level: 40, errorCode: "EAGAIN" });
}, 20_000);

test("a written line is complete, without a note of dropped lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "atrium-log-"));
  const file = openSync(join(folder, "log"), "w");
  const output = new LogOutput(file);
  output.write("one\n");
  output.write("two\n");
  closeSync(file);
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("one\ntwo\n");
  rmSync(folder, { recursive: true });
});
