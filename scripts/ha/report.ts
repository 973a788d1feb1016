import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { Outcome } from "./try-scenario";

const DOCUMENT = "docs/SCALING.md";
const [BEGIN, END] = ["<!-- measured: ha -->", "<!-- /measured: ha -->"];

/** What was found, as a table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const head = [
    ...["The server that takes changes …", "Promoted after", "Answered again after that"],
    ...["Longest answer", "Questions, refused for now, never answered"],
    ...["Acknowledged, lost", "Secrets raced, accepted twice"],
  ];
  const rows = outcomes.map((one) => [
    ...[one.name, seconds(one.promotedAfter), one.answeredAfter.map(seconds).join(", ")],
    ...[seconds(one.longest), `${one.asked}, ${one.refused}, ${one.unanswered}`],
    ...[`${one.acknowledged}, ${one.lost.length}`, `${one.raced}, ${one.wonTwice}`],
  ]);
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Writes the table into the document, with where and when it was measured. */
export function report(outcomes: readonly Outcome[], notes: readonly string[]): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for ha`);
  const day = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const where = `${day}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpu?.model.trim() ?? "unknown"}, for the load, the servers and all of PostgreSQL.`;
  const block = [BEGIN, "", tableOf(outcomes), "", ...notes, "", where, "", END].join("\n");
  writeFileSync(DOCUMENT, text.slice(0, from) + block + text.slice(to + END.length));
}
