import { readFileSync, writeFileSync } from "node:fs";
import { bands } from "./bands";
import type { Finding } from "./finding";

const PAGE = "docs/ARCHITECTURE.md";
const TABLE = /(<!-- bands: [^\n]* -->\n)([\s\S]*?)(\n<!-- \/bands -->)/;
const WRITE = "node --import tsx tools/check-layers.ts --write";

/** Returns the bands as a table in Markdown, highest first. */
export function bandTable(): string {
  const rows = [...bands]
    .reverse()
    .map(({ name, members, holds }) => `| ${name} | ${members.map(quoted).join(" ")} | ${holds} |`);
  return ["| Band | Rooms of `lib` | Holds |", "|---|---|---|", ...rows].join("\n");
}

const quoted = (member: string) => `\`${member}\``;

/** Finds a table of bands in docs/ARCHITECTURE.md that differs from bands.ts. */
export function bandTableFindings(page = readFileSync(PAGE, "utf8")): Finding[] {
  if (TABLE.exec(page)?.[2] === bandTable()) return [];
  const problem = "has another table of bands than tools/layers/bands.ts";
  return [{ file: PAGE, problem, instead: `run ${WRITE}` }];
}

/** Writes the table of bands into docs/ARCHITECTURE.md. */
export function writeBandTable(): void {
  const page = readFileSync(PAGE, "utf8");
  // As a function: a replacement in a string would interpret $.
  writeFileSync(
    PAGE,
    page.replace(TABLE, (_, before, __, after) => before + bandTable() + after),
  );
}
