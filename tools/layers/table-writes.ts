import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { lineOf, nodesOf } from "./parsed";

/** A place that adds, changes or deletes rows of a table. `table` is undefined where a statement takes the
 *  table's name from a value. */
export type TableWrite = { file: string; line: number; table: string | undefined };

const STATEMENT =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE|(?<!\bFOR\s+(?:NO\s+KEY\s+)?)UPDATE)\s+(?:ONLY\s+)?(?:"?([a-z_][a-z0-9_.]*)"?|(\$\{))/g;
const MODEL_METHOD = /^(create|update|upsert|delete)(Many|ManyAndReturn)?$/;

/** Finds every place of a file that writes a table: SQL in any text of it, and Prisma's models.
 *  @param models the table of each model, by the name that Prisma's client gives the model */
export function tableWrites(source: ts.SourceFile, models: Map<string, string>): TableWrite[] {
  const tables = new Set(models.values());
  return nodesOf(source).flatMap((node) => {
    const written = writtenIn(sqlText(node)).filter(
      (table) => table === undefined || tables.has(table) || table.includes("."),
    );
    const modelled = models.get(writtenModel(node) ?? "") ?? [];
    const place = { file: source.fileName, line: lineOf(node) };
    return written.concat(modelled).map((table) => ({ ...place, table }));
  });
}

/** Returns the text of a literal, with `${` for each value. */
export function sqlText(node: ts.Node): string {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return "";
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join("${");
}

function writtenIn(text: string): (string | undefined)[] {
  return [...text.matchAll(STATEMENT)].map(([, table]) => table);
}

/** Returns the model of a call such as `sql.user.update(…)`. */
function writtenModel(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  if (!MODEL_METHOD.test(name.text) || !ts.isPropertyAccessExpression(expression)) return;
  return expression.name.text;
}

/** Returns the table of each model of prisma/models, by the name that Prisma's client gives the model (`User`
 *  is `user`). */
export function tablesByModel(folder = "prisma/models"): Map<string, string> {
  const schema = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
  const tables = new Map<string, string>();
  for (const [, model = "", body = ""] of schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const name = model[0]?.toLowerCase() + model.slice(1);
    tables.set(name, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model);
  }
  return tables;
}
