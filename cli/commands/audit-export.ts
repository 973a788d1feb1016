import { open } from "node:fs/promises";
import { type Command, Option } from "commander";
import type { AuditFilter, StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { writeToStdout } from "../follow/stdout-sink";
import { parseMoment } from "./argument";
import { withService } from "./service";
import { wantsJson } from "./shown";
import { addLogOptions, logOf, namedTenant, type WhoseLog } from "./whose-log";

interface ExportOptions extends WhoseLog {
  environment?: string;
  from?: Date;
  to?: Date;
  kind?: string;
  format: "jsonl" | "csv";
  withProof?: boolean;
  output?: string;
}

/** `atrium audit export`. */
export function addAuditExport(audit: Command): void {
  addLogOptions(audit.command("export"))
    .option("--environment <key>", "one environment instead of all")
    .option(
      "--from <time>",
      "what happened at this moment or later (2026-11-01, or with a time)",
      parseMoment,
    )
    .option("--to <time>", "what happened before this moment", parseMoment)
    .option("--kind <kind>", "one kind of event, or user.* for all of a noun")
    .addOption(new Option("--format <format>").choices(["jsonl", "csv"]).default("jsonl"))
    .addOption(
      new Option(
        "--with-proof",
        "the whole log in its own order, with all that `audit verify` needs to prove it",
      ).conflicts(["environment", "from", "to", "kind"]),
    )
    .option("--output <file>", "a new file, readable by this account alone, instead of stdout")
    .description("Write a tenant's audit events, the oldest first; memory does not grow with them")
    .action(exportEvents);
}

async function exportEvents(options: ExportOptions, command: Command): Promise<void> {
  const count = await withService(() => writeEvents(options));
  if (!options.output) return;
  const { output: file } = options;
  console.log(
    wantsJson(command) ? JSON.stringify({ events: count, file }) : `${count} events in ${file}`,
  );
}

async function writeEvents(options: ExportOptions): Promise<number> {
  if (options.withProof) return writeProof(options);
  const { streamAuditEvents } = await import("@/lib/core/audit/stream-audit-events");
  const { scope, publicId } = await logOf(options);
  const { head, lines } = await writerOf(options.format, publicId);
  const { from, to, kind } = options;
  const filter: AuditFilter = { from: from ?? null, to: to ?? null, kind: kind ?? null };
  const { write, end } = await openTarget(options.output);
  let count = 0;
  if (head && !(await write(head))) return count;
  for await (const events of streamAuditEvents(scope, filter)) {
    count += events.length;
    if (!(await write(lines(events)))) return count;
  }
  await end();
  return count;
}

async function writeProof(options: ExportOptions): Promise<number> {
  if (options.format === "csv")
    throw new Error("A proof is written as JSON lines: leave --format out.");
  const { exportProof } = await import("@/lib/features/audit-log/verify/export-proof");
  const tenant = await namedTenant(options);
  const { write, end } = await openTarget(options.output);
  let count = 0;
  for await (const { lines, events } of exportProof(tenant)) {
    count += events;
    if (!(await write(lines))) return count;
  }
  await end();
  return count;
}

async function writerOf(format: ExportOptions["format"], publicId: string) {
  const { auditCsv, auditCsvHead } = await import("@/lib/core/audit/audit-csv");
  const { auditJsonLines } = await import("@/lib/core/audit/audit-json-lines");
  return format === "csv"
    ? { head: auditCsvHead, lines: auditCsv }
    : { head: "", lines: (events: StoredAuditEvent[]) => auditJsonLines(events, publicId) };
}

/** Output of an export. `write` waits until the lines are written, so that no backlog grows in memory, and
 *  returns false once the reader has closed the pipe (`… | head`). */
interface Target {
  write(text: string): Promise<boolean>;
  end(): Promise<void>;
}

/** @throws Error when the file exists: an export replaces nothing */
async function openTarget(file: string | undefined): Promise<Target> {
  if (!file) return { write: writeToStdout, end: async () => {} };
  const handle = await open(file, "wx", 0o600);
  const write = async (text: string) => {
    await handle.appendFile(text);
    return true;
  };
  return { write, end: () => handle.close() };
}
