import { bandTableFindings } from "./band-table";
import { isTest } from "./code-files";
import { commitFindings } from "./commit-subjects";
import { entriesOf, entryFindings } from "./entry-rules";
import type { Finding } from "./finding";
import { importGraph } from "./import-graph";
import { importFindings } from "./import-rules";
import { packageFindings } from "./package-rules";
import { parsed } from "./parsed";
import { lateReachFindings, prismaReachFindings } from "./reach";
import { roomCircleFindings } from "./rooms";
import { fileFindings, sourceFindings } from "./source-rules";
import { sqlFindings } from "./sql-rules";
import { sqlTextFindings } from "./sql-texts";
import { tableFindings } from "./table-rules";
import { tablesByModel } from "./table-writes";
import { wordFindings } from "./word-rules";

/** Returns every place that breaks a rule that a compiler does not check.
 *  @param files all files of TypeScript, relative to the root */
export function allFindings(files: string[]): Finding[] {
  const under = (folders: RegExp) => files.filter((file) => folders.test(file));
  const production = (folders: RegExp) => under(folders).filter((file) => !isTest(file));
  const product = production(/^(app|lib|host|cli|emails)\//).map(parsed);
  const statements = production(/^(app|lib|host|cli|tools|emails|prisma|packages)\//).map(parsed);
  const written = files.filter((file) => !file.includes("/generated/")).map(parsed);
  const graph = importGraph(files);
  const models = tablesByModel();
  const root = process.cwd();
  return [
    ...files.flatMap(fileFindings),
    ...importFindings(graph),
    ...under(/^(app|lib)\//).flatMap((file) => sourceFindings(parsed(file))),
    ...bandTableFindings(),
    ...packageFindings(production(/^(packages|app|lib|host|cli)\//)),
    ...entriesOf(root).flatMap((entry) => entryFindings(root, entry)),
    ...roomCircleFindings(graph),
    ...tableFindings(product, models),
    ...product.flatMap((source) => sqlFindings(source, new Set(models.keys()))),
    ...statements.flatMap(sqlTextFindings),
    ...lateReachFindings(graph),
    ...prismaReachFindings(graph),
    ...written.flatMap(wordFindings),
    ...commitFindings(),
  ];
}
