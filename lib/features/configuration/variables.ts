import { type Document, isScalar, type Node, type Scalar, visit } from "yaml";
import { offsetOf } from "@/lib/features/configuration/yaml-nodes";

/** Values of variables: texts, or any values of a file. */
export type Values = Readonly<Record<string, unknown>>;

/** `${name}`, and `$${` as the escape of `${`. */
const VARIABLE = /\$\$\{|\$\{([^}]*)\}/g;
const WHOLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A variable that could not be filled. */
interface Unfilled {
  /** Offset in the text. */
  offset: number;
  message: string;
}

/** Fills the variables of a document, in keys and values. A value that consists of one variable takes that
 *  variable's type, such as a list.
 *  @returns the variables that could not be filled */
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

/** Escapes a text for a file, so that nothing in it is taken for a variable. */
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

/** Replaces a node's value, keeping its position. */
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
