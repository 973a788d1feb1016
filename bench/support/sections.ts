import type { Evaluated } from "../evaluations";
import type { Footprint } from "../footprint";
import type { GrowthReport } from "../growth";
import type { Limited } from "../limits";
import type { Listing } from "../list-users";
import type { Flood } from "../login-flood";
import type { PageReport } from "../pages";
import { type Comparison, format } from "./compare";
import type { PathCost } from "./growth-at";

interface Measured<T> {
  /** Time, machine and versions of the measurement. */
  conditions: string;
  result: T;
}

/** Results of the report's parts, by the benchmark's name. */
export interface Found {
  footprint?: Measured<Footprint>;
  overview?: Measured<Comparison[]>;
  limits?: Measured<Limited[]>;
  processes?: Measured<Comparison[]>;
  "list-users"?: Measured<Listing[]>;
  evaluations?: Measured<Evaluated[]>;
  "login-flood"?: Measured<Flood>;
  growth?: Measured<GrowthReport>;
  pages?: Measured<PageReport>;
}

/** Renders each part as Markdown; nothing if it was never measured. */
export const sections: Record<keyof Found, (found: Found) => string | undefined> = {
  footprint: ({ footprint }) => footprint && footprints(footprint),
  overview: ({ overview }) => overview && comparisons(overview, chart(overview.result)),
  limits: ({ limits }) => limits && limitRows(limits),
  processes: ({ processes }) => processes && comparisons(processes, []),
  "list-users": ({ "list-users": listing }) => listing && listings(listing),
  evaluations: ({ evaluations }) => evaluations && evaluationRows(evaluations),
  "login-flood": ({ "login-flood": flood }) => flood && floods(flood),
  growth: ({ growth }) => growth && growths(growth),
  pages: ({ pages }) => pages && pageFigures(pages),
};

const cpu = (ms: number | null) => (ms === null ? "" : ms.toFixed(2));
const mib = (mebibytes: number | null) => (mebibytes === null ? "" : mebibytes.toFixed(0));
const cores = (busy: number) => busy.toFixed(2);
const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`,
  ...rows.map((cells) => `| ${cells.join(" | ")} |`),
];

function comparisons({ conditions, result }: Measured<Comparison[]>, more: string[]): string {
  const rows = result.flatMap(({ title, ours, limit, ratio }) => [
    [
      `${title}<br>${ours.name}`,
      format(ours.perSecond),
      cpu(ours.cpuMs),
      mib(ours.peakMiB),
      cores(ours.busyCores),
      `**${ratio.toFixed(2)}**`,
    ],
    [
      limit.name,
      format(limit.perSecond),
      cpu(limit.cpuMs),
      mib(limit.peakMiB),
      cores(limit.busyCores),
      "",
    ],
  ]);
  const head = ["Work", "a second", "s of CPU a thousand", "MiB at most", "cores busy", "ratio"];
  return [conditions, "", ...table(head, rows), ...more].join("\n");
}

function footprints({ conditions, result }: Measured<Footprint>): string {
  const { startSeconds, idle, idleMiB, idleCpuPercent, loadedMiB } = result;
  const large = idle.filter(({ pssMiB }) => pssMiB >= 1);
  const rows = [
    ["from `npm start` to the first token, on one core", `${startSeconds.toFixed(2)} s`, "1.5 s"],
    ["memory when nothing happens", `${idleMiB.toFixed(0)} MiB`, "300 MiB"],
    ...large.map(({ name, pssMiB }) => [
      `of it \`${name.split("/").at(-1)}\``,
      `${pssMiB.toFixed(0)} MiB`,
      "",
    ]),
    ["memory under load, at most", `${loadedMiB.toFixed(0)} MiB`, "600 MiB"],
    ["CPU when nothing happens, of one core", `${idleCpuPercent.toFixed(2)} %`, "0.3 %"],
  ];
  return [conditions, "", ...table(["", "Reached", "Bar"], rows)].join("\n");
}

function limitRows({ conditions, result }: Measured<Limited[]>): string {
  const rows = result.map(({ name, serverMs, postgresMs, limitMs, ratio, bar, p99 }) => [
    name,
    serverMs.toFixed(3),
    postgresMs.toFixed(3),
    limitMs.toFixed(3),
    `**${ratio.toFixed(2)}**`,
    bar.toFixed(1),
    p99 ? `${p99.ours} / ${p99.limit}` : "",
  ]);
  const head = [
    "ms of CPU",
    "server",
    "PostgreSQL",
    "limit",
    "ratio",
    "bar",
    "p99, ms: ours / limit",
  ];
  return [conditions, "", ...table(head, rows)].join("\n");
}

/** The ratios as bars. */
function chart(done: readonly Comparison[]): string[] {
  const names = done.map(({ title }) => `"${title.split(":")[0]}"`).join(", ");
  const ratios = done.map(({ ratio }) => ratio.toFixed(2)).join(", ");
  const most = Math.ceil(Math.max(...done.map(({ ratio }) => ratio)));
  return [
    ...[
      "",
      "```mermaid",
      "xychart-beta horizontal",
      '  title "Each figure as a part of its limit"',
    ],
    ...[`  x-axis [${names}]`, `  y-axis "ratio" 0 --> ${most}`, `  bar [${ratios}]`, "```"],
  ];
}

function listings({ conditions, result }: Measured<Listing[]>): string {
  const rows = result.map((listing) => [
    listing.users.toLocaleString("en"),
    format(listing.perSecond),
    format(listing.copyPerSecond),
    `**${listing.ratio.toFixed(2)}**`,
    listing.idleMiB.toFixed(0),
    `${listing.peakMiB.toFixed(0)} (+${(listing.peakMiB - listing.idleMiB).toFixed(0)})`,
  ]);
  const head = ["Users", "a second", "COPY, a second", "ratio", "MiB before", "MiB at most"];
  return [conditions, "", ...table(head, rows)].join("\n");
}

function evaluationRows({ conditions, result }: Measured<Evaluated[]>): string {
  const ms = (value: number) => value.toFixed(1);
  const rows = result.map(({ name, serverMs, postgresMs, bar, answeredMs }) => [
    name,
    ms(serverMs),
    ms(postgresMs),
    `**${ms(serverMs + postgresMs)}**`,
    bar === null ? "" : String(bar),
    ms(answeredMs),
  ]);
  const head = [
    "ms of CPU a thousand",
    "server",
    "PostgreSQL",
    "together",
    "bar",
    "answered after, ms",
  ];
  return [conditions, "", ...table(head, rows)].join("\n");
}

function floods({ conditions, result }: Measured<Flood>): string {
  const { capacity, rate, before, during, after, answers } = result;
  const rows = Object.entries({ "in peace": before, "under the flood": during, afterwards: after });
  const ms = (value: number) => value.toFixed(1);
  const slower = (of: "me" | "beside") => (during[of].p99 / before[of].p99).toFixed(2);
  return [
    conditions,
    "",
    `The machine hashes ${capacity.toFixed(0)} logins a second; the flood is ${rate}. It was answered: ${counts(answers)}.`,
    "",
    ...table(
      ["", "`GET /auth/me`, median ms", "p99 ms", "answered", "beside it, median ms", "p99 ms"],
      rows.map(([when, { me, beside }]) => [
        when,
        ...[ms(me.median), ms(me.p99), counts(me.answers)],
        ...[ms(beside.median), ms(beside.p99)],
      ]),
    ),
    "",
    `p99 under the flood is **${slower("me")}** times the quiet one; of a process beside it that has no part in this, ${slower("beside")} times.`,
  ].join("\n");
}

const counts = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");

function growths({ conditions, result }: Measured<GrowthReport>): string {
  const cost = ({ webMs, postgresMs }: PathCost) =>
    `${webMs.toFixed(2)} + ${postgresMs.toFixed(2)}`;
  const rows = result.rows.map(({ name, small, large, ratio }) => [
    name,
    cost(small),
    cost(large),
    `**${ratio.toFixed(2)}**`,
  ]);
  const plans = Object.entries(result.plans).flatMap(([path, statements]) => [
    ...["", `**${path}**`, ""],
    ...table(
      ["Statement", "a request", "how its rows are found"],
      statements.map(({ statement, times, scans }) => [
        `\`${shortened(statement)}\``,
        times.toFixed(times % 1 === 0 ? 0 : 1),
        scans.join("<br>") || "—",
      ]),
    ),
  ]);
  return [
    conditions,
    "",
    ...table(["ms of CPU a request: web + PostgreSQL", "1,000 users", "1,000,000", "ratio"], rows),
    "",
    "### Statements and plans at the large size",
    ...plans,
  ].join("\n");
}

/** Enough of a statement to recognise it. */
function shortened(statement: string): string {
  const plain = statement.replace(/[`|]/g, " ").replaceAll('"public".', "");
  return plain.length > 130 ? `${plain.slice(0, 129)}…` : plain;
}

function pageFigures({ conditions, result }: Measured<PageReport>): string {
  const { views, pages } = result;
  const kib = (value: number) => `${value.toFixed(1)} KiB`;
  const head = ["Page", "Requests", "Sent", "script, gzipped", "Largest paint"];
  const rows = pages.map((page) => [
    page.name,
    String(page.requests),
    kib(page.transferredKiB),
    kib(page.scriptKiB),
    `${page.paintMs.toFixed(0)} (${page.worstPaintMs.toFixed(0)}) ms`,
    page.worstShift.toFixed(3),
    String(page.elsewhere),
  ]);
  return [
    conditions,
    "",
    `One process shows **${format(views.perSecond)}** sign-in pages a second, at ${views.cpuMs.toFixed(2)} ms of CPU each.`,
    "",
    ...table([...head, "Layout shift", "Requests elsewhere"], rows),
  ].join("\n");
}
