import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { AuditFilter, StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { withService } from "./service";
import { wantsJson } from "./shown";
import { known } from "./tenant";

interface Wanted {
  tenant: string;
  environment?: string;
  from?: Date;
  to?: Date;
  kind?: string;
  format: "jsonl" | "csv";
  output?: string;
}

/** `atrium audit …`: what happened. */
export function addAuditCommands(program: Command): void {
  program
    .command("audit")
    .description("What happened")
    .command("export")
    .requiredOption("--tenant <id>", "whose log (atr_…)")
    .option("--environment <key>", "one environment instead of all")
    .option(
      "--from <time>",
      "what happened at this moment or later (2026-11-01, or with a time)",
      time,
    )
    .option("--to <time>", "what happened before this moment", time)
    .option("--kind <kind>", "one kind of event, or user.* for all of a noun")
    .addOption(new Option("--format <format>").choices(["jsonl", "csv"]).default("jsonl"))
    .option("--output <file>", "a new file, readable by this account alone, instead of stdout")
    .description("Write a tenant's audit events, the oldest first; memory does not grow with them")
    .action(exportEvents);
}

function time(text: string): Date {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Say a day (2026-11-01) or a moment (2026-11-01T09:00:00Z).");
  return at;
}

async function exportEvents(wanted: Wanted, command: Command): Promise<void> {
  const count = await withService(() => writeEvents(wanted));
  if (!wanted.output) return;
  const { output: file } = wanted;
  console.log(
    wantsJson(command) ? JSON.stringify({ events: count, file }) : `${count} events in ${file}`,
  );
}

async function writeEvents(wanted: Wanted): Promise<number> {
  const { streamAuditEvents } = await import("@/lib/audit/stream-audit-events");
  const scope = await scopeOf(wanted);
  const { head, lines } = await writerOf(wanted);
  const { from, to, kind } = wanted;
  const filter: AuditFilter = { from: from ?? null, to: to ?? null, kind: kind ?? null };
  const { write, end } = openTarget(wanted.output);
  let count = 0;
  if (head && !(await write(head))) return count;
  for await (const events of streamAuditEvents(scope, filter)) {
    count += events.length;
    if (!(await write(lines(events)))) return count;
  }
  await end();
  return count;
}

async function scopeOf({ tenant, environment }: Wanted) {
  const { readOperatedTenant } = await import("@/lib/operators/read-operated-tenant");
  const { resolveTenant } = await import("@/lib/tenants/tenant-store");
  const part = environment ? `, or it has no environment ${environment}` : "";
  return known(
    tenant,
    async () => {
      const { missing } = await import("@/lib/errors");
      const { environments } = await readOperatedTenant(tenant);
      const found = await resolveTenant(tenant);
      const wanted = environments.find(({ key }) => key === environment);
      if (!found || (environment && !wanted)) throw missing();
      return { tenantId: found.tenantId, environmentId: wanted?.id ?? null };
    },
    part,
  );
}

async function writerOf({ format, tenant }: Wanted) {
  const { auditCsv, auditCsvHead } = await import("@/lib/audit/audit-csv");
  const { auditJsonLines } = await import("@/lib/audit/audit-json-lines");
  return format === "csv"
    ? { head: auditCsvHead, lines: auditCsv }
    : { head: "", lines: (events: StoredAuditEvent[]) => auditJsonLines(events, tenant) };
}

/** Where the lines go. `write` waits until the target takes more, and says false once nobody reads any more
 *  (`… | head`). */
function openTarget(file: string | undefined) {
  const target = file ? createWriteStream(file, { flags: "wx", mode: 0o600 }) : process.stdout;
  let failure: NodeJS.ErrnoException | undefined;
  target.on("error", (error: NodeJS.ErrnoException) => {
    failure = error;
  });
  const write = async (text: string): Promise<boolean> => {
    if (!failure && !target.write(text))
      await Promise.race([once(target, "drain"), once(target, "close")]).catch(() => {});
    if (failure && failure.code !== "EPIPE") throw failure;
    return !failure;
  };
  const end = async () => {
    if (!file) return;
    target.end();
    if (!failure) await once(target, "close").catch(() => {});
    if (failure) throw failure;
  };
  return { write, end };
}
