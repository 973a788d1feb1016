// npm run bench -- report [part …]: measures all parts or the named ones, saves the results in
// docs/performance.json, and writes docs/PERFORMANCE.md between its marks.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Found, sections } from "./support/sections";

const [DATA, DOCUMENT] = ["docs/performance.json", "docs/PERFORMANCE.md"];

/** Runs each part as a process and writes its results into the document. */
export async function run(): Promise<void> {
  const names = process.argv.slice(3);
  const known = Object.keys(sections) as (keyof Found)[];
  const parts = names.length > 0 ? known.filter((part) => names.includes(part)) : known;
  if (parts.length < names.length)
    throw new Error(`The parts of the report are ${known.join(", ")}.`);
  const found: Found = existsSync(DATA) ? JSON.parse(readFileSync(DATA, "utf8")) : {};
  for (const part of parts) {
    console.log(`\n== ${part}`);
    Object.assign(found, { [part]: { conditions: conditions(), result: measure(part) } });
    // Saved after each part, so that a failure of the next part does not lose the results.
    writeFileSync(DATA, `${JSON.stringify(found, null, 1)}\n`);
    write(found);
  }
}

function measure(part: string): unknown {
  const file = join(mkdtempSync(join(tmpdir(), "atrium-bench-")), "result.json");
  const command = ["--import", "tsx", join(import.meta.dirname, "run.ts"), part];
  const env = { ...process.env, BENCH_RESULT: file };
  execFileSync(process.execPath, command, { env, stdio: "inherit" });
  return JSON.parse(readFileSync(file, "utf8"));
}

function conditions(): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return `${day}, commit ${commit}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpu?.model.trim() ?? "unknown"}; load average before it ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}

function write(found: Found): void {
  let text = readFileSync(DOCUMENT, "utf8");
  for (const [part, render] of Object.entries(sections)) {
    const section = render(found);
    const [begin, end] = [`<!-- measured: ${part} -->`, `<!-- /measured: ${part} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for ${part}`);
    if (section === undefined) continue;
    text = `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`;
  }
  writeFileSync(DOCUMENT, text);
}
