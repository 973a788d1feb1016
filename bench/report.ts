// npm run bench -- report: measures anew and writes docs/PERFORMANCE.md between its two marks.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { run as overview } from "./overview";
import { type Comparison, format } from "./support/compare";

const FILE = "docs/PERFORMANCE.md";
const [BEGIN, END] = ["<!-- measured -->", "<!-- /measured -->"];

/** Runs the overview and puts its table into the document. */
export async function run(): Promise<void> {
  const busy = loadavg()[0] ?? 0;
  const table = [heading(busy), "", ...rows(await overview()), ""];
  const text = readFileSync(FILE, "utf8");
  const [head, tail] = [text.split(BEGIN)[0], text.split(END)[1]];
  writeFileSync(FILE, `${head}${BEGIN}\n\n${table.join("\n")}\n${END}${tail}`);
}

function heading(busy: number): string {
  const [cpu] = cpus();
  const when = new Date().toISOString().slice(0, 10);
  return `${when}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpu?.model.trim() ?? "unknown"}, one process each; load average before the run ${busy.toFixed(1)}.`;
}

function rows(done: readonly Comparison[]): string[] {
  const cpu = (ms: number | null) => (ms === null ? "" : ms.toFixed(2));
  return [
    "| | Work | a second | ms of CPU each | ratio |",
    "|---|---|---:|---:|---:|",
    ...done.flatMap(({ title, ours, limit, ratio }) => [
      `| ${title} | ${ours.name} | ${format(ours.perSecond)} | ${cpu(ours.cpuMs)} | **${ratio.toFixed(2)}** |`,
      `| | ${limit.name} | ${format(limit.perSecond)} | ${cpu(limit.cpuMs)} | |`,
    ]),
  ];
}
