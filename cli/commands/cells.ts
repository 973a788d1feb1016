import { type Command, Option } from "commander";
import type { Answered, Get } from "../cells/ask-cell";
import type { Cell } from "../cells/cell";
import { type CommandOutput, commandAction, formatColumns, formatMoment } from "./shown";

/** `atrium cells …`: several installations as one, each queried over its operator API. */
export function addCellCommands(program: Command): void {
  const cells = program
    .command("cells")
    .description("Several installations, each with tenants of its own (ATRIUM_CELLS names them)");
  cells
    .command("list")
    .description(
      "Say version, schema, tenants, worker and oldest job of each; the exit code is 1 when one is not well",
    )
    .action(commandAction(list));
  cells
    .command("find")
    .argument("<tenant>", "its id (atr_…), a part of its name, or the host of its issuer")
    .description("Say in which cell a tenant is; the exit code is 1 when none has it")
    .action(commandAction(find));
  cells
    .command("tenants")
    .description("Show the tenants of all, by name")
    .action(commandAction(tenants));
  cells
    .command("router")
    .addOption(
      new Option("--proxy <program>", "whose configuration to print")
        .choices(["nginx", "caddy"])
        .makeOptionMandatory(),
    )
    .description("Print the configuration of a router that leads each host to its cell")
    .action(commandAction(router));
}

interface Status {
  version: string;
  issuer: string;
  schema: { current: boolean; migrated_by: string | null };
  tenants: number;
  worker: { last_job_at: string | null; failed: number; oldest_waiting_since: string | null };
}

interface Tenant {
  id: string;
  name: string;
  status: string;
}

/** A worker runs a job each minute; one may be late. */
const LATE_MS = 300_000;

async function list(): Promise<CommandOutput> {
  const answers = await ask((get) => get<Status>("status"));
  const at = Date.now();
  const rows = answers.map((one) => ({ ...one, problem: problemOf(one, at) }));
  if (rows.some(({ problem }) => problem)) process.exitCode = 1;
  return {
    json: rows.map(({ cell, answer, problem }) => ({
      name: cell.name,
      region: cell.region ?? null,
      address: cell.address,
      well: problem === null,
      problem,
      status: answer,
    })),
    text: formatColumns(
      ["cell", "region", "version", "schema", "tenants", "last job", "oldest job", "state"],
      rows.map(({ cell, answer, problem }) => [
        cell.name,
        cell.region ?? "-",
        answer?.version ?? "-",
        answer?.schema.migrated_by ?? "-",
        answer ? String(answer.tenants) : "-",
        momentOf(answer?.worker.last_job_at),
        momentOf(answer?.worker.oldest_waiting_since),
        problem ?? "well",
      ]),
    ),
  };
}

const momentOf = (text: string | null | undefined) => formatMoment(text ? new Date(text) : null);

/** Explains why a cell is not well; null when it is. */
export function problemOf({ cell, answer, problem }: Answered<Status | null>, at: number) {
  if (problem) return problem;
  if (!answer) return "it is no Atrium that tells its status";
  const late = (since: string | null) => since !== null && at - Date.parse(since) > LATE_MS;
  if (answer.issuer !== cell.address) return `it calls itself ${answer.issuer}`;
  if (!answer.schema.current) return "its schema does not fit its version";
  if (answer.worker.last_job_at === null || late(answer.worker.last_job_at))
    return "no worker does jobs";
  return late(answer.worker.oldest_waiting_since) ? "a job waits too long" : null;
}

async function find(search: string): Promise<CommandOutput> {
  const { cellsOf } = await import("../cells/cell");
  const typed = search.trim();
  const byHost = cellsOf().filter(({ address }) => new URL(address).hostname === hostOf(typed));
  const answers = byHost.length > 0 ? [] : await ask((get) => findTenants(get, typed));
  const rows = [
    ...byHost.map((cell) => ({ cell, tenant: null })),
    ...answers.flatMap(({ cell, answer }) => (answer ?? []).map((tenant) => ({ cell, tenant }))),
  ];
  const silent = answers.filter(({ problem }) => problem);
  if (rows.length === 0) process.exitCode = 1;
  const problems = silent.map(({ cell, problem }) => `${cell.name} was not asked: ${problem}`);
  const table = formatColumns(
    ["cell", "region", "address", "tenant", "name", "status"],
    rows.map(({ cell, tenant }) => [
      ...[cell.name, cell.region ?? "-", cell.address],
      ...[tenant?.id ?? "-", tenant?.name ?? "-", tenant?.status ?? "-"],
    ]),
  );
  return {
    json: {
      found: rows.map(({ cell, tenant }) => ({ cell: cell.name, address: cell.address, tenant })),
      not_asked: silent.map(({ cell, problem }) => ({ cell: cell.name, problem })),
    },
    text: [rows.length > 0 ? table : "No cell has it.", ...problems].join("\n"),
  };
}

/** Host of an address, or of a text that resembles one. */
function hostOf(typed: string): string | null {
  if (URL.canParse(typed)) return new URL(typed).hostname || null;
  return /^[\w-]+(\.[\w-]+)*(:\d+)?$/.test(typed) ? typed.replace(/:\d+$/, "").toLowerCase() : null;
}

async function findTenants(get: Get, typed: string): Promise<Tenant[]> {
  const one = typed.startsWith("atr_")
    ? await get<Tenant>(`tenants/${encodeURIComponent(typed)}`)
    : null;
  if (one) return [one];
  const several = await get<{ tenants: Tenant[] }>(`tenants?${new URLSearchParams({ q: typed })}`);
  return several?.tenants ?? [];
}

async function tenants(): Promise<CommandOutput> {
  const answers = await ask((get) => get<{ tenants: Tenant[] }>("tenants"));
  const silent = answers.filter(({ problem }) => problem);
  if (silent.length > 0) process.exitCode = 1;
  const rows = answers
    .flatMap(({ cell, answer }) => (answer?.tenants ?? []).map((tenant) => ({ cell, tenant })))
    .sort((a, b) => a.tenant.name.localeCompare(b.tenant.name));
  const problems = silent.map(({ cell, problem }) => `${cell.name} was not asked: ${problem}`);
  return {
    json: {
      tenants: rows.map(({ cell, tenant: { id, name, status } }) => ({
        ...{ cell: cell.name, id, name, status },
      })),
      not_asked: silent.map(({ cell, problem }) => ({ cell: cell.name, problem })),
    },
    text: [
      formatColumns(
        ["cell", "id", "name", "status"],
        rows.map(({ cell, tenant: { id, name, status } }) => [cell.name, id, name, status]),
      ),
      ...problems,
    ].join("\n"),
  };
}

async function ask<T>(question: (get: Get) => Promise<T>): Promise<Answered<T>[]> {
  const [{ queryCells: askCells }, { cellsOf }] = await Promise.all([
    import("../cells/ask-cell"),
    import("../cells/cell"),
  ]);
  return askCells(cellsOf(), question);
}

async function router({ proxy }: { proxy: "nginx" | "caddy" }): Promise<CommandOutput> {
  const { cellsOf } = await import("../cells/cell");
  const { nginxRouter, caddyRouter } = await import("../cells/router");
  const routed: Cell[] = cellsOf();
  const text = proxy === "nginx" ? nginxRouter(routed) : caddyRouter(routed);
  return { json: { configuration: text }, text: text.trimEnd() };
}
