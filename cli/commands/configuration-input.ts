import { readFile } from "node:fs/promises";
import { text as wholeText } from "node:stream/consumers";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ReadFile } from "@/lib/features/configuration/configuration-text";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import { ServiceError } from "@/lib/kernel/errors";

/** Options of a command: source of a configuration, and the values of its variables. */
export interface Input {
  values?: string;
  set?: Record<string, string>;
  environment?: string[];
  as?: string;
}

/** A configuration that was read, and a function that locates mistakes in it. */
export interface ReadInput {
  configuration: TenantConfiguration;
  /** Returns the result of `work`; adds line and column to a mistake of the file that `work` reports.
   *  @throws ServiceError `malformed` */
  located<T>(work: () => Promise<T>): Promise<T>;
}

/** Adds the options that say how a file is read. */
export function addInputOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--values <file>", "what the file's variables stand for, as YAML; - is stdin"),
    )
    .option("--set <name=value...>", "what one variable stands for, over --values", oneValue)
    .option("--environment <key...>", "only these environments of the file")
    .option("--as <key>", "apply the one environment of the file to this one");
}

function oneValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError(
      "Say name=value, with a name of letters, digits and underscores.",
    );
  return { ...before, [name]: value };
}

/** Checks the references of a file, and changes nothing.
 *  @throws ConfigurationRefused */
export type Look = (configuration: TenantConfiguration) => Promise<unknown>;

/** Reads the configuration that a command gets.
 *  @param file a path, or - for stdin
 *  @param look runs even where the form has mistakes, so that all of them are reported at once
 *  @throws ServiceError `malformed` with line and column of every mistake */
export async function readInput(file: string, input: Input, look: Look): Promise<ReadInput> {
  const { isMistaken, readConfigurationText } = await import(
    "@/lib/features/configuration/configuration-text"
  );
  const texts = await textsOf(file, input.values);
  const valuesOfFile =
    texts.values === null ? {} : await valuesIn(texts.values, nameOf(input.values));
  const values = { ...valuesOfFile, ...input.set };
  try {
    return await chosenInput(readConfigurationText(texts.file, nameOf(file), values), input);
  } catch (error) {
    if (!isMistaken(error) || !error.readable) throw error;
    const { readable } = error;
    // If `look` fails for another reason, the mistakes of form are reported.
    const failure = await lookedAt(readable, input, look).catch((more: unknown) => more);
    throw failure instanceof ServiceError && failure.reason === "malformed" ? failure : error;
  }
}

async function lookedAt(readable: ReadFile, input: Input, look: Look): Promise<void> {
  const { configuration, located } = await chosenInput(readable, input);
  await located(() => look(configuration));
}

async function chosenInput({ configuration, refusal }: ReadFile, input: Input): Promise<ReadInput> {
  const { ConfigurationRefused } = await import("@/lib/features/configuration/plan");
  const { filePath } = await import("@/lib/features/configuration/contract/tenant-configuration");
  const chosen = chosenOf(configuration, input);
  const [source] = Object.keys(chosen.environments);
  const environments =
    input.as === undefined ? chosen.environments : renamed(chosen.environments, input.as);
  return {
    configuration: { ...chosen, environments },
    located: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ConfigurationRefused)) throw error;
        const mistakes = error.issues.map(
          ({ path: [environment = "", ...path], message, names }) => {
            const key = input.as === environment && source ? source : environment;
            const unless = names && filePath([key, names.section, names.key]);
            return { path: filePath([key, ...path]), message, unless };
          },
        );
        throw refusal(mistakes);
      }
    },
  };
}

const nameOf = (file = "-") => (file === "-" ? "stdin" : file);

async function textsOf(file: string, values: string | undefined) {
  if (file === "-" && values === "-") return bothOf(await wholeText(process.stdin));
  return { file: await textOf(file), values: values === undefined ? null : await textOf(values) };
}

/** Splits a stream of two documents: the values, a line `---`, and the file, whose lines are counted from
 *  there. */
function bothOf(text: string): { file: string; values: string } {
  const [, values, file] = /^((?:---[^\n]*\n)?.*?)^---[ \t]*\r?\n(.*)$/ms.exec(text) ?? [];
  if (values === undefined || file === undefined)
    throw new Error("stdin: must be the values, a line ---, and then the file.");
  return { file, values };
}

function textOf(file: string): Promise<string> {
  return file === "-" ? wholeText(process.stdin) : readFile(file, "utf8");
}

async function valuesIn(text: string, name: string): Promise<Record<string, unknown>> {
  const { parse } = await import("yaml");
  const values: unknown = parse(text);
  if (typeof values !== "object" || values === null || Array.isArray(values))
    throw new Error(`${name}: must name variables and their values, each as name: value.`);
  return values as Record<string, unknown>;
}

/** Selects the environments of the options. */
function chosenOf(configuration: TenantConfiguration, { environment, as }: Input) {
  const { environments } = configuration;
  const missing = (environment ?? []).filter((key) => !Object.hasOwn(environments, key));
  if (missing.length > 0) throw new Error(`The file has no environment ${missing.join(", ")}.`);
  const entries = Object.entries(environments).filter(
    ([key]) => environment === undefined || environment.includes(key),
  );
  if (as !== undefined && entries.length !== 1)
    throw new Error("--as applies one environment: name it with --environment.");
  return { ...configuration, environments: Object.fromEntries(entries) };
}

/** Returns the only environment under another key. Its name and purpose stay. */
function renamed(environments: TenantConfiguration["environments"], as: string) {
  const [[source, one] = ["", {}]] = Object.entries(environments);
  const { name: _, kind: __, ...sections } = one;
  return { [as]: source === as ? one : sections };
}
