import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { scenarios } from "./scenarios";
import type { Outcome } from "./try-scenario";

const DOCUMENT = "docs/SCALING.md";
const [BEGIN, END] = ["<!-- measured: ha -->", "<!-- /measured: ha -->"];

const HEAD = [
  ...["The server that takes changes …", "Promoted after", "Answered again after that"],
  ...["Longest answer", "Questions, refused for now, never answered"],
  ...["Acknowledged, lost", "Secrets raced, accepted twice"],
];

/** Returns the outcomes as a table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  return [line(HEAD), line(HEAD.map(() => "---")), ...outcomes.map(rowOf)].join("\n");
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function rowOf(one: Outcome): string {
  return line([
    ...[one.name, seconds(one.promotedAfter), one.answeredAfter.map(seconds).join(", ")],
    ...[seconds(one.longest), `${one.asked}, ${one.refused}, ${one.unanswered}`],
    ...[`${one.acknowledged}, ${one.lost.length}`, `${one.raced}, ${one.wonTwice}`],
  ]);
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Writes the table into the document, with the time and machine. A row without a new measurement stays. */
export function report(outcomes: readonly Outcome[]): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for ha`);
  const day = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const where = `${day}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpu?.model.trim() ?? "unknown"}, for the load, the servers and all of PostgreSQL.`;
  const before = text.slice(from, to).split("\n");
  const rows = scenarios.flatMap(({ name }) => {
    const found = outcomes.find((outcome) => outcome.name === name);
    return found ? rowOf(found) : before.filter((row) => row.startsWith(`| ${name} |`));
  });
  const table = [line(HEAD), line(HEAD.map(() => "---")), ...rows];
  const block = [BEGIN, "", ...table, "", where, "", END].join("\n");
  writeFileSync(DOCUMENT, text.slice(0, from) + block + text.slice(to + END.length));
}
