import "@/tests/support/issuer-port";

import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct } from "@/tests/builders/a-product";
import { aWholeService } from "@/tests/support/whole-service";
import { run } from "@/tools/foreign/run";
import { aControl } from "./control";
import { goReadmeTest } from "./go-readme";

// The packed clients in other languages, against the running service. `npm test -- systems foreign python`
// packs first.

const selected = process.env.ATRIUM_FOREIGN_CLIENTS?.split(" ") ?? [];
let service: Awaited<ReturnType<typeof aWholeService>>;
let control: Awaited<ReturnType<typeof aControl>>;
let env: Record<string, string>;
beforeAll(async () => {
  service = await aWholeService();
  const product = await aProduct();
  control = await aControl(product);
  const { settings, person } = product;
  env = { GIVEN: JSON.stringify({ settings, person, control: control.control }) };
});
afterAll(async () => {
  control?.stop();
  await service?.stop();
});

function anEmptyFolder(): string {
  mkdirSync("test-results", { recursive: true });
  return mkdtempSync(resolve("test-results/foreign-"));
}

/** The oldest supported Python, where this machine has it. */
async function oldestPython(): Promise<string> {
  return run("python3.10", ["--version"]).then(
    () => "python3.10",
    () => "python3",
  );
}

test.runIf(selected.includes("python"))("the Python client, from its wheel", async () => {
  const folder = anEmptyFolder();
  const python = process.env.ATRIUM_TEST_PYTHON ?? (await oldestPython());
  await run(python, ["-m", "venv", join(folder, "venv")]);
  const bin = (name: string) => join(folder, "venv/bin", name);
  const [wheel = ""] = globSync("generated/packages/atrium_client-*.whl");
  const tools = ["pytest==9.2.0", "mypy==2.4.1", "pyright==1.1.414"];
  await run(bin("pip"), ["install", "--quiet", resolve(wheel), ...tools]);
  cpSync("packages/python/tests", join(folder, "tests"), { recursive: true });
  copyFileSync("packages/python/pyproject.toml", join(folder, "pyproject.toml"));
  // The tests are programs of a user: the package's types must pass strict checks.
  await run(bin("mypy"), ["tests"], { cwd: folder });
  writeFileSync(
    join(folder, "pyrightconfig.json"),
    JSON.stringify({ include: ["tests"], typeCheckingMode: "strict", venvPath: ".", venv: "venv" }),
  );
  await run(bin("pyright"), [], { cwd: folder });
  const output = await run(bin("python"), ["-m", "pytest", "-q"], { cwd: folder, env });
  expect(output).toMatch(/\d+ passed/);
  expect(output).not.toMatch(/skipped|xfailed/);
  // Its own source passes the same checks.
  const source = resolve("packages/python");
  const interpreter = ["--python-executable", bin("python")];
  await run(bin("mypy"), [...interpreter, "src/atrium"], { cwd: source });
  await run(bin("pyright"), ["--pythonpath", bin("python"), "src/atrium"], { cwd: source });
  rmSync(folder, { recursive: true });
});

test.runIf(selected.includes("go"))("the Go client", async () => {
  const folder = anEmptyFolder();
  cpSync("generated/packages/go", folder, { recursive: true });
  for (const file of globSync("packages/go/*_test.go"))
    copyFileSync(file, join(folder, file.slice(12)));
  writeFileSync(join(folder, "readme_test.go"), goReadmeTest());
  await run("go", ["vet", "./..."], { cwd: folder });
  const output = await run("go", ["test", "-count=1", "-v", "."], { cwd: folder, env });
  expect(output).toMatch(/^--- PASS: TestTheBlocksOfTheReadmeRun/m);
  expect(output).not.toMatch(/^--- SKIP/m);
  expect(await run("gofmt", ["-l", "."], { cwd: resolve("packages/go") })).toBe("");
  rmSync(folder, { recursive: true });
});
