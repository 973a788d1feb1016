import { type Document, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import {
  ConfigurationFile,
  configurationOf,
  type TenantConfiguration,
} from "@/lib/contract/tenant-configuration";
import { ServiceError } from "@/lib/errors";
import { fillVariables, type Values } from "@/lib/tenants/configuration/variables";
import { nodeAt, offsetOf, offsetsOfUnusableKeys } from "@/lib/tenants/configuration/yaml-nodes";

/** How large a file may be, in characters: it holds a logo, and hundreds of things. */
const LARGEST = 1024 * 1024;

/** Something wrong at a place of a file. */
interface Mistake {
  path: readonly PropertyKey[];
  message: string;
}

/** A file that was read. */
export interface ReadFile {
  configuration: TenantConfiguration;
  /** Mistakes that were found later, as one refusal that says line and column of each. Paths are those of the file. */
  refusal(mistakes: readonly Mistake[]): ServiceError;
}

/** Reads a tenant's configuration as YAML, of which JSON is a part.
 *  @param name what the file is called in refusals
 *  @param values what `${name}` stands for
 *  @throws ServiceError `malformed` that says line and column of every mistake */
export function readConfigurationText(text: string, name: string, values: Values): ReadFile {
  if (text.length > LARGEST)
    throw new ServiceError("malformed", {
      detail: `${name}: is larger than ${LARGEST} characters.`,
    });
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
  const broken = document.errors.map(({ pos, message }) => at(pos[0], message));
  if (broken.length > 0) throw refusalOf(broken);
  const unfilled = fillVariables(document, values).map(({ offset, message }) =>
    at(offset, message),
  );
  if (unfilled.length > 0) throw refusalOf(unfilled);
  const unusable = offsetsOfUnusableKeys(document).map((offset) => at(offset, "is no key"));
  if (unusable.length > 0) throw refusalOf(unusable);
  const placed = ({ path, message }: Mistake) => {
    const where = path.length > 0 ? `${path.map(String).join(".")}: ` : "";
    return at(offsetOf(nodeAt(document, path)), `${where}${message}`);
  };
  const parsed = ConfigurationFile.safeParse(saidBy(document, name));
  if (!parsed.success) throw refusalOf(parsed.error.issues.flatMap(mistakesOf).map(placed));
  return {
    configuration: configurationOf(parsed.data),
    refusal: (mistakes) => refusalOf(mistakes.map(placed)),
  };
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
