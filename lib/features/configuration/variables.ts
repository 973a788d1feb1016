import { type Document, isScalar, type Node, type Scalar, visit } from "yaml";
import { offsetOf } from "@/lib/features/configuration/yaml-nodes";

/** What variables stand for: a text, or whatever a file of values says. */
export type Values = Readonly<Record<string, unknown>>;

/** `${name}`, and `$${` for a `${` that is meant. */
const VARIABLE = /\$\$\{|\$\{([^}]*)\}/g;
const WHOLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A variable that could not be filled in. */
interface Unfilled {
  /** Where in the text. */
  offset: number;
  message: string;
}

/** Fills in the variables of a document, in keys and values. A value that is one variable and nothing else becomes whatever
 *  the variable stands for, a list for example.
 *  @returns what could not be filled in */
export function fillVariables(document: Document, values: Values): Unfilled[] {
  const unfilled: Unfilled[] = [];
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== "string" || !node.value.includes("${")) return undefined;
      const missing = namesIn(node.value).filter((name) => !Object.hasOwn(values, name));
      if (missing.length > 0) {
        unfilled.push(
          ...missing.map((name) => ({ offset: offsetOf(node), message: unknown(name) })),
        );
        return undefined;
      }
      const [, whole] = WHOLE.exec(node.value) ?? [];
      if (whole !== undefined) return replaced(document, node, values[whole]);
      node.value = filled(node.value, values);
      return undefined;
    },
  });
  return unfilled;
}

/** A text of a configuration as a file says it: what looks like a variable is none. */
export function withoutVariables(text: string): string {
  return text.replaceAll("${", () => "$${");
}

function namesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

function filled(text: string, values: Values): string {
  return text.replace(VARIABLE, (_, name?: string) =>
    name === undefined ? "${" : String(values[name]),
  );
}

/** A node with another value, where the old one was. */
function replaced(document: Document, node: Scalar, value: unknown): Node | undefined {
  if (typeof value === "string") {
    node.value = value;
    return undefined;
  }
  const made = document.createNode(value);
  made.range = node.range;
  if (isScalar(made)) made.type = "PLAIN";
  return made;
}

function unknown(name: string): string {
  return `\${${name}} has no value: give one with --set ${name}=… or in a file of --values`;
}
