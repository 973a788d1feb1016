import ts from "typescript";
import { environmentAllowed, snakeCaseAllowed } from "./bands";
import type { Finding } from "./finding";
import { lineOf, nodesOf } from "./parsed";

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
const VAGUE = new Set(["utils", "util", "helpers", "helper", "common", "misc"]);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Finds broken rules that a path alone shows. */
export function fileFindings(file: string): Finding[] {
  const findings: Finding[] = [];
  if (/(^|\/)index\.tsx?$/.test(file)) {
    const instead = "import from the file that has what you need";
    findings.push({ file, problem: "is a barrel or hides its name", instead });
  }
  for (const part of file.split("/")) {
    if (!VAGUE.has(part.replace(/\..*$/, ""))) continue;
    findings.push({ file, problem: `is called ${part}`, instead: "call it by what it does" });
  }
  return findings;
}

/** Finds broken rules in the syntax of one file of app/ or lib/. */
export function sourceFindings(source: ts.SourceFile): Finding[] {
  const file = source.fileName;
  const findings = routeFindings(file, source);
  const wireNames = snakeCaseAllowed.some(({ where }) => where.test(file));
  for (const node of nodesOf(source)) {
    const note = (problem: string, instead: string) =>
      findings.push({ file, line: lineOf(node), problem, instead });
    const name = wireNames || isAuditMetadata(node) ? undefined : snakeName(node);
    if (name) note(`names ${name}`, "snake_case is the wire's: translate in lib/core/contract");
    if (node.getText() === "process.env" && !environmentAllowed.test(file))
      note(
        "reads process.env",
        "take it from config(): lib/kernel/config/config.ts checks every variable",
      );
  }
  return findings;
}

/** Whether a node is in an audit event's metadata, which is stored as it will be read: its keys are the
 *  wire's. */
function isAuditMetadata(node: ts.Node): boolean {
  const owner = node.parent?.parent?.parent;
  return (
    owner !== undefined && ts.isPropertyAssignment(owner) && owner.name.getText() === "metadata"
  );
}

/** Returns a name in snake_case that this code declares or uses, rather than a value it passes on. */
function snakeName(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return SNAKE.test(node.text) ? node.text : undefined;
  const key = ts.isPropertyAssignment(node) || ts.isPropertySignature(node) ? node.name : undefined;
  return key && ts.isStringLiteral(key) && SNAKE.test(key.text) ? key.text : undefined;
}

/** Finds a method that a route omits: the framework would answer it, without a problem document. */
function routeFindings(file: string, source: ts.SourceFile): Finding[] {
  if (!/^app\/(api|access|oauth)\/.*route\.ts$/.test(file) || file.includes("[...nextauth]"))
    return [];
  const missing = METHODS.filter((method) => !exportedNames(source).has(method));
  if (missing.length === 0) return [];
  const instead = `export const { ${METHODS.join(", ")} } = resource({ … }) answers the rest with 405`;
  return [{ file, problem: `does not export ${missing.join(", ")}`, instead }];
}

function exportedNames({ statements }: ts.SourceFile): Set<string> {
  const names = statements.flatMap((statement): ts.Node[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      return exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name)
        : [];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name }): ts.Node[] =>
      ts.isIdentifier(name)
        ? [name]
        : name.elements.flatMap((one) => (ts.isBindingElement(one) ? one.name : [])),
    );
  });
  return new Set(names.map((name) => name.getText()));
}
