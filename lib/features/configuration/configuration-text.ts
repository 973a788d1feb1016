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

/** How large a file may be, in characters: it holds a logo, and hundreds of things. */
const LARGEST = 1024 * 1024;

/** Something wrong at a place of a file. */
interface Mistake {
  path: readonly PropertyKey[];
  message: string;
  /** It is none if something stands there, which was perhaps left out for a mistake of its own. */
  unless?: readonly PropertyKey[] | undefined;
}

/** A file that was read. */
export interface ReadFile {
  configuration: TenantConfiguration;
  /** Mistakes that were found later, as one refusal that says line and column of each. Paths are those of the file. */
  refusal(mistakes: readonly Mistake[]): ServiceError;
}

/** A file with mistakes. What can be read in spite of them is there to look for more of them, and for nothing else. */
export class MistakenFile extends ServiceError {
  /** @param readable the file without what is wrong; null where nothing can be read */
  constructor(
    detail: string | undefined,
    readonly readable: ReadFile | null,
  ) {
    super("malformed", detail === undefined ? {} : { detail });
  }
}

/** Whether an error is that of a file with mistakes. */
export function isMistaken(error: unknown): error is MistakenFile {
  return error instanceof ServiceError && "readable" in error;
}

/** Reads a tenant's configuration as YAML, of which JSON is a part.
 *  @param name what the file is called in refusals
 *  @param values what `${name}` stands for
 *  @throws MistakenFile that says line and column of every mistake of form */
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
  // A text that is no YAML says nothing; a key that stands there twice hides nothing else.
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
  const said = saidBy(document, name);
  const parsed = ConfigurationFile.safeParse(said);
  if (!parsed.success)
    found.push(...parsed.error.issues.flatMap(mistakesOf).filter(isFilled).map(placed));
  const rest = parsed.success ? parsed.data : withoutMistakes(said);
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

/** How often what is wrong is left out, until the rest is right. */
const MOST_PASSES = 20;

/** What a file says without what is wrong in it, and without what lacks something then; null where nothing is left. */
function withoutMistakes(said: unknown): z.output<typeof ConfigurationFile> | null {
  const rest: unknown = structuredClone(said);
  for (let passes = 0; passes < MOST_PASSES; passes += 1) {
    const parsed = ConfigurationFile.safeParse(rest);
    if (parsed.success) return parsed.data;
    for (const { path } of parsed.error.issues.flatMap(mistakesOf)) leaveOut(rest, path);
  }
  return null;
}

/** Takes a value out of what holds it; what holds it not is taken out itself, for the lack of it. */
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

/** What a document says, with aliases resolved.
 *  @throws ServiceError `malformed` for aliases that make it grow without end */
function saidBy(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ServiceError("malformed", { detail: `${name}: has too many aliases.` });
  }
}

/** The mistakes that an issue stands for: each unknown name is one, at its own place. */
function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], message: "is no known field" }));
  if (issue.code === "invalid_key")
    return issue.issues.map(({ message }) => ({ path, message: `as a key: ${message}` }));
  return [{ path, message: issue.message }];
}
