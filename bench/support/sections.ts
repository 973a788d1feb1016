import type { Footprint } from "../footprint";
import type { Limited } from "../limits";
import type { Listing } from "../list-users";
import { type Comparison, format } from "./compare";
/** Renders the result of each part of the report as Markdown. */
export const sections: Record<string, (result: never) => string> = {
  footprint: footprints,
  overview: comparisons,
  limits: limitRows,
  "list-users": listings,
};

const cpu = (ms: number | null) => (ms === null ? "" : ms.toFixed(2));
const mib = (mebibytes: number | null) => (mebibytes === null ? "" : mebibytes.toFixed(0));
const cores = (busy: number) => busy.toFixed(2);
const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`,
  ...rows.map((cells) => `| ${cells.join(" | ")} |`),
];

function comparisons(result: Comparison[]): string {
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
  return table(head, rows).join("\n");
}

function footprints({ startSeconds, idle, idleMiB, idleCpuPercent, loadedMiB }: Footprint): string {
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
  return table(["", "Reached", "Bar"], rows).join("\n");
}

function limitRows(result: Limited[]): string {
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
  return table(head, rows).join("\n");
}

function listings(result: Listing[]): string {
  const rows = result.map((listing) => [
    listing.users.toLocaleString("en"),
    format(listing.perSecond),
    format(listing.copyPerSecond),
    `**${listing.ratio.toFixed(2)}**`,
    listing.idleMiB.toFixed(0),
    `${listing.peakMiB.toFixed(0)} (+${(listing.peakMiB - listing.idleMiB).toFixed(0)})`,
  ]);
  const head = ["Users", "a second", "COPY, a second", "ratio", "MiB before", "MiB at most"];
  return table(head, rows).join("\n");
}
