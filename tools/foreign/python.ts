import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PACKED_PACKAGES } from "../packages/build-packages.mjs";
import { DESCRIBED } from "./generate";
import { run } from "./run";

const PACKAGE = "packages/python";
const GENERATED = `${PACKAGE}/src/atrium/generated/api`;

/** Tools of the build and the tests, in a place of their own. */
const TOOLS = [
  ...["openapi-python-client==0.29.1", "hatchling==1.33.0", "build==1.6.1"],
  ...["mypy==2.4.1", "pyright==1.1.414", "pytest==9.2.0", "types-python-dateutil"],
];

/** Prepares a Python with the tools and the package's dependencies. @returns the folder of its programs */
async function pythonTools(root: string): Promise<string> {
  const place = join(root, ".atrium/foreign/python");
  const bin = join(place, "bin");
  const note = join(place, "TOOLS");
  const requirements = [...TOOLS, ...dependencies(root)].join("\n");
  if (existsSync(note) && readFileSync(note, "utf8") === requirements) return bin;
  mkdirSync(place, { recursive: true });
  await run("python3", ["-m", "venv", place]);
  await run(join(bin, "pip"), ["install", "--quiet", ...requirements.split("\n")]);
  writeFileSync(note, requirements);
  return bin;
}

/** Dependencies that the package's pyproject.toml names. */
function dependencies(root: string): string[] {
  const manifest = readFileSync(join(root, PACKAGE, "pyproject.toml"), "utf8");
  const [, list = ""] = /^dependencies = \[\n(.*?)^\]/ms.exec(manifest) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, one]) => one ?? "");
}

/** Writes the typed calls, and packs the package in the service's version: a wheel and its source. */
export async function packPython(root: string): Promise<void> {
  const bin = await pythonTools(root);
  await generateCalls(root, bin);
  const stage = join(root, DESCRIBED, "python");
  rmSync(stage, { recursive: true, force: true });
  for (const part of ["src", "README.md", "pyproject.toml"])
    cpSync(join(root, PACKAGE, part), join(stage, part), { recursive: true });
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const file = join(stage, "pyproject.toml");
  const named = readFileSync(file, "utf8").replace(
    'version = "0.0.0"',
    `version = "${pep440(version)}"`,
  );
  writeFileSync(file, named);
  for (const old of globSync(join(root, PACKED_PACKAGES, "atrium_client-*"))) rmSync(old);
  const into = join(root, PACKED_PACKAGES);
  await run(join(bin, "python"), ["-m", "build", "--no-isolation", "--outdir", into], {
    cwd: stage,
  });
}

async function generateCalls(root: string, bin: string): Promise<void> {
  const from = join(root, DESCRIBED, "openapi-3.1.json");
  const settings = ["--config", join(root, PACKAGE, "openapi-python-client.yaml")];
  const templates = ["--custom-template-path", join(root, PACKAGE, "templates")];
  const into = ["--meta", "none", "--overwrite", "--output-path", join(root, GENERATED)];
  const output = await run(
    join(bin, "openapi-python-client"),
    ["generate", "--path", from, ...into, ...settings, ...templates],
    // It formats its output by a program that lies beside it.
    { env: { PATH: `${bin}:${process.env.PATH}` } },
  );
  if (/warning|unable/i.test(output))
    throw new Error(`The generator left something out:\n${output}`);
  for (const file of globSync(join(root, GENERATED, "**/*.py"))) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, forOlderPython(text));
  }
}

/** Converts the generator's code for Python 3.11: 3.10 lacks `Self`, and a `fromisoformat` that takes a time
 *  in UTC. */
export function forOlderPython(text: string): string {
  return withOlderTimes(withOlderSelf(text));
}

function withOlderSelf(text: string): string {
  const parts = /^from typing import (.*\bSelf\b.*)$/m.exec(text)?.[1]?.split(", ");
  if (!parts) return text;
  const others = parts.filter((name) => name !== "Self").join(", ");
  const line = others ? `from typing import ${others}\n` : "";
  return text.replace(
    /^from typing import .*\bSelf\b.*$/m,
    `${line}from typing_extensions import Self`,
  );
}

function withOlderTimes(text: string): string {
  const call = "datetime.datetime.fromisoformat(";
  if (!text.includes(call)) return text;
  return text
    .replaceAll(call, "isoparse(")
    .replace(/^import datetime$/m, "import datetime\n\nfrom dateutil.parser import isoparse");
}

/** A version as Python writes it: `0.2.0-dev` is `0.2.0.dev0`. */
export function pep440(version: string): string {
  const [release = "", kind] = version.split("-");
  return kind ? `${release}.dev0` : release;
}
