// npm run bench -- report [part …]: measures all parts or the named ones, and writes the results into
// docs/PERFORMANCE.md between its marks.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const DOCUMENT = "docs/PERFORMANCE.md";
const PARTS = ["footprint", "overview", "limits", "list-users"];

/** Runs each part as a process and writes its results into the document. */
export async function run(): Promise<void> {
  const names = process.argv.slice(3);
  if (names.some((name) => !PARTS.includes(name)))
    throw new Error(`The parts of the report are ${PARTS.join(", ")}.`);
  for (const part of names.length > 0 ? PARTS.filter((one) => names.includes(one)) : PARTS) {
    console.log(`\n== ${part}`);
    const measuredAt = conditions();
    write(part, `${measuredAt}\n\n${measure(part)}`);
  }
}

function measure(part: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "atrium-bench-")), "result.md");
  const command = ["--import", "tsx", join(import.meta.dirname, "run.ts"), part];
  const env = { ...process.env, BENCH_RESULT: file };
  execFileSync(process.execPath, command, { env, stdio: "inherit" });
  return readFileSync(file, "utf8");
}

function conditions(): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return `${day}, commit ${commit}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpu?.model.trim() ?? "unknown"}; load average before it ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}

function write(part: string, section: string): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [begin, end] = [`<!-- measured: ${part} -->`, `<!-- /measured: ${part} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for ${part}`);
  writeFileSync(DOCUMENT, `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`);
}
