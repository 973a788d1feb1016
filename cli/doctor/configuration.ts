import { ConfigurationError, loadConfig } from "@/lib/kernel/config/config";
import { type UnknownVariable, unknownVariables } from "@/lib/kernel/config/unknown-variables";
import { type Check, type Finding, failed, ok, warning } from "./check";

/** Checks the settings in the environment; `config check` shows all of them. */
export const configuration: Check = {
  name: "configuration",
  needs: "nothing",
  look: async () => {
    const set = Object.entries(process.env).filter(([, value]) => value !== "");
    return configurationFinding(
      configurationProblems(process.env),
      unknownVariables(Object.fromEntries(set)),
    );
  },
};

/** @param problems a line for each mistake */
export function configurationFinding(
  problems: readonly string[],
  unknown: readonly UnknownVariable[],
): Finding {
  if (problems.length > 0)
    return failed(
      problems.join("; "),
      "Fix these variables; `config check` shows every setting, .env.example explains them.",
    );
  if (unknown.length > 0)
    return warning(
      unknown
        .map(({ name, nearest }) => `unknown setting ${name} (did you mean ${nearest}?)`)
        .join("; "),
      "Remove these variables, or correct their names: they have no effect.",
    );
  return ok("every setting is sound");
}

/** Returns the mistakes of an environment, a line for each. */
export function configurationProblems(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}
