import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import {
  ConfigurationFile,
  configurationOf,
  type TenantConfiguration,
} from "@/lib/features/configuration/contract/tenant-configuration";
import { fillVariables, type Values } from "@/lib/features/configuration/variables";
import { nodeAt, offsetOf, offsetsOfUnusableKeys } from "@/lib/features/configuration/yaml-nodes";
import { ServiceError } from "@/lib/kernel/errors";

/** Maximum size of a file, in characters: it holds a logo, and hundreds of things. */
const LARGEST = 1024 * 1024;

/** A mistake at a place of a file. */
interface Mistake {
  path: readonly PropertyKey[];
  message: string;
  /** Suppresses the mistake if the file has a value there, which may have been removed for its own
   *  mistake. */
  unless?: readonly PropertyKey[] | undefined;
}

/** A parsed file. */
export interface ReadFile {
  configuration: TenantConfiguration;
  /** Creates one refusal for mistakes found later, with the line and column of each. Paths are those of the
   *  file. */
  refusal(mistakes: readonly Mistake[]): ServiceError;
}

/** Error for a file with mistakes. The readable rest serves only to find more mistakes. */
export class MistakenFile extends ServiceError {
  /** @param readable the file without its mistakes; null if nothing is readable */
  constructor(
    detail: string | undefined,
    readonly readable: ReadFile | null,
  ) {
    super("malformed", detail === undefined ? {} : { detail });
  }
}

/** Whether an error is a `MistakenFile`. */
export function isMistaken(error: unknown): error is MistakenFile {
  return error instanceof ServiceError && "readable" in error;
}

/** Parses a tenant's configuration as YAML, which includes JSON.
 *  @param name of the file, for refusals
 *  @param values of the variables `${name}`
 *  @throws MistakenFile with the line and column of every mistake of form */
export function readConfigurationText(text: string, name: string, values: Values): ReadFile {
  if (text.length > LARGEST)
    throw new MistakenFile(`${name}: is larger than ${LARGEST} characters.`, null);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    return { line, col, text: `${name}:${line}:${col}: ${message}` };
  };
  type Placed = ReturnType<typeof at>;
  const refusalOf = (found: Placed[]) =>
    new ServiceError("malformed", {
      detail: found
        .sort((a, b) => a.line - b.line || a.col - b.col)
        .map((one) => one.text)
        .join("\n"),
    });
  const errors = document.errors.map(({ pos, message }) => at(pos[0], message));
  // Invalid YAML cannot be read at all; a duplicate key hides no other mistakes.
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY"))
    throw new MistakenFile(refusalOf(errors).detail, null);
  const unfilled = fillVariables(document, values);
  const unusable = offsetsOfUnusableKeys(document).map((offset) => at(offset, "is no key"));
  const found = [...errors, ...unfilled.map((one) => at(one.offset, one.message)), ...unusable];
  const withoutValue = new Set(unfilled.map(({ offset }) => offset));
  const isFilled = ({ path }: Mistake) => {
    const value = document.getIn(path, true);
    return !isNode(value) || !withoutValue.has(offsetOf(value));
  };
  const isMissing = ({ unless }: Mistake) => !unless || !document.hasIn(unless);
  const placed = ({ path, message }: Mistake) => {
    const where = path.length > 0 ? `${path.map(String).join(".")}: ` : "";
    return at(offsetOf(nodeAt(document, path)), `${where}${message}`);
  };
  const content = contentOf(document, name);
  const parsed = ConfigurationFile.safeParse(content);
  if (!parsed.success)
    found.push(...parsed.error.issues.flatMap(mistakesOf).filter(isFilled).map(placed));
  const rest = parsed.success ? parsed.data : withoutMistakes(content);
  const readable = rest && {
    configuration: configurationOf(rest),
    refusal: (mistakes: readonly Mistake[]) =>
      refusalOf([
        ...found,
        ...mistakes.filter((one) => isFilled(one) && isMissing(one)).map(placed),
      ]),
  };
  if (found.length === 0 && readable) return readable;
  throw new MistakenFile(refusalOf(found).detail, readable);
}

/** Maximum number of passes that remove mistakes until the rest is valid. */
const MOST_PASSES = 20;

/** Removes mistakes from the content of a file, and then everything that lacks a required field; null if
 *  nothing is left. */
function withoutMistakes(content: unknown): z.output<typeof ConfigurationFile> | null {
  const rest: unknown = structuredClone(content);
  for (let passes = 0; passes < MOST_PASSES; passes += 1) {
    const parsed = ConfigurationFile.safeParse(rest);
    if (parsed.success) return parsed.data;
    for (const { path } of parsed.error.issues.flatMap(mistakesOf)) leaveOut(rest, path);
  }
  return null;
}

/** Removes a value from its parent; if it is missing there, removes the parent, which lacks it. */
function leaveOut(rest: unknown, path: readonly PropertyKey[]): void {
  const [name, ...above] = path.toReversed();
  if (name === undefined) return;
  const holder = above.toReversed().reduce<unknown>((value, step) => own(value, step), rest);
  if (Array.isArray(holder) && Number(name) < holder.length) holder.splice(Number(name), 1);
  else if (own(holder, name) !== undefined) Reflect.deleteProperty(holder as object, name);
  else leaveOut(rest, above.toReversed());
}

function own(value: unknown, name: PropertyKey): unknown {
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Record<PropertyKey, unknown>)[name] : undefined;
}

/** Content of a document, with aliases resolved.
 *  @throws ServiceError `malformed` for aliases that make it grow without end */
function contentOf(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ServiceError("malformed", { detail: `${name}: has too many aliases.` });
  }
}

/** Mistakes of an issue: each unknown name is one, at its own place. */
function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], message: "is no known field" }));
  if (issue.code === "invalid_key")
    return issue.issues.map(({ message }) => ({ path, message: `as a key: ${message}` }));
  return [{ path, message: issue.message }];
}
