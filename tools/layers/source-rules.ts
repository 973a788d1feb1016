import ts from "typescript";
import { environmentAllowed, snakeCaseAllowed } from "./bands";
import type { Finding } from "./finding";
import { lineOf, parsed } from "./parsed";

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Finds broken rules in the syntax of one file of app/ or lib/. */
export function sourceFindings(file: string): Finding[] {
  const source = parsed(file);
  const findings: Finding[] = [];
  const wireNames = snakeCaseAllowed.some(({ where }) => where.test(file));
  const visit = (node: ts.Node) => {
    const line = lineOf(node);
    const name = wireNames || isAuditMetadata(node) ? undefined : snakeName(node);
    if (name) {
      const instead = "snake_case is the wire's: translate in lib/core/contract";
      findings.push({ file, line, problem: `names ${name}`, instead });
    }
    if (node.getText() === "process.env" && !environmentAllowed.test(file)) {
      const instead = "take it from config(): lib/kernel/config/config.ts checks every variable";
      findings.push({ file, line, problem: "reads process.env", instead });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...findings, ...routeFindings(file, source)];
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

function exportedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const element of statement.exportClause.elements) names.add(element.name.text);
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name)) names.add(name.text);
      else
        for (const element of name.elements)
          if (ts.isBindingElement(element)) names.add(element.name.getText());
    }
  }
  return names;
}
