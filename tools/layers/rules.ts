import { bandTableFindings } from "./band-table";
import { budgetFindings } from "./budgets";
import { commitFindings } from "./commit-subjects";
import { entriesOf, entryFindings } from "./entry-rules";
import { fileFindings } from "./file-rules";
import type { Finding } from "./finding";
import { importGraph } from "./import-graph";
import { importFindings } from "./import-rules";
import { lateReachFindings } from "./late-reach";
import { tablesByModel } from "./models";
import { packageFindings } from "./package-rules";
import { parsed } from "./parsed";
import { prismaReachFindings } from "./prisma-reach";
import { roomCircleFindings } from "./rooms";
import { sourceFindings } from "./source-rules";
import { sqlFindings } from "./sql-rules";
import { sqlTextFindings } from "./sql-texts";
import { tableFindings } from "./table-rules";
import { isTest } from "./test-files";
import { wordFindings } from "./word-rules";

/** The rules that a compiler does not check, by name. */
export type Rule =
  | "files are called by what they do"
  | "imports go down"
  | "names stay where they belong"
  | "the table of bands is true"
  | "packages know nothing of the service"
  | "nothing is imported before the install"
  | "no circle of rooms"
  | "one room writes a table"
  | "SQL in stores alone"
  | "no value in the text of a statement"
  | "no Prisma where only SQL runs"
  | "no late read where it is decided"
  | "comments are plain"
  | "folders keep their budgets"
  | "subjects of commits are short";

/** Returns every place that breaks a rule, by rule.
 *  @param files all files of TypeScript, relative to the root */
export function findingsByRule(files: string[]): Map<Rule, Finding[]> {
  const under = (folders: RegExp) => files.filter((file) => folders.test(file));
  const graph = importGraph(files);
  const product = under(/^(app|lib|host|cli|emails)\//).filter((file) => !isTest(file));
  const models = tablesByModel();
  return new Map<Rule, Finding[]>([
    ["files are called by what they do", files.flatMap(fileFindings)],
    ["imports go down", importFindings(graph)],
    ["names stay where they belong", under(/^(app|lib)\//).flatMap(sourceFindings)],
    ["the table of bands is true", bandTableFindings()],
    [
      "packages know nothing of the service",
      packageFindings(under(/^(packages|app|lib|host|cli)\//).filter((file) => !isTest(file))),
    ],
    [
      "nothing is imported before the install",
      entriesOf(process.cwd()).flatMap((entry) => entryFindings(process.cwd(), entry)),
    ],
    ["no circle of rooms", roomCircleFindings(graph)],
    ["one room writes a table", tableFindings(product.map(parsed), models)],
    [
      "SQL in stores alone",
      product.flatMap((file) => sqlFindings(parsed(file), new Set(models.keys()))),
    ],
    [
      "no value in the text of a statement",
      under(/^(app|lib|host|cli|tools|emails|prisma|packages)\//)
        .filter((file) => !isTest(file))
        .flatMap((file) => sqlTextFindings(parsed(file))),
    ],
    ["no late read where it is decided", lateReachFindings(graph)],
    [
      "comments are plain",
      files
        .filter((file) => !file.includes("/generated/"))
        .flatMap((file) => wordFindings(parsed(file))),
    ],
    ["no Prisma where only SQL runs", prismaReachFindings(graph)],
    ["folders keep their budgets", budgetFindings()],
    ["subjects of commits are short", commitFindings()],
  ]);
}
