import { type Command, Option } from "commander";
import { settingNames } from "@/lib/kernel/config/environment-schema";
import { masterKeySettings } from "@/lib/kernel/config/master-keys";
import { inForce } from "@/lib/kernel/config/settings-in-force";
import { unknownVariables } from "@/lib/kernel/config/unknown-variables";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { configurationProblems } from "../doctor/configuration";
import type { SettingSource } from "../environment";
import { explain } from "./explain";
import { withService } from "./service";
import { type CommandOutput, commandAction, formatColumns } from "./shown";

interface Setting {
  name: string;
  /** Effective value, set or by default; null when there is none. A secret is never shown. */
  value: string | null;
  source: SettingSource | "default";
  problems: string[];
}

/** `atrium config …`: the installation's settings in the environment. */
export function addConfigCommands(
  program: Command,
  sources: ReadonlyMap<string, SettingSource>,
): void {
  program
    .command("config")
    .description("What the installation is told by its environment")
    .command("check")
    // All settings are shown anyway; the option is accepted because older versions needed it.
    .addOption(new Option("--all").hideHelp())
    .description(
      "Show each setting as it is in force, where it comes from and what is wrong; exit code 1 if anything is",
    )
    .action(commandAction(async () => check(sources)));
}

async function check(sources: ReadonlyMap<string, SettingSource>): Promise<CommandOutput> {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const problems = configurationProblems(process.env);
  // Only the database knows whether the master keys are its own.
  const keys = problems.length === 0 ? await lookAtKeys(set) : { notes: [], problems: [] };
  problems.push(...keys.problems);
  const settings = settingNames.map((name): Setting => {
    const value = inForce(name, set);
    return {
      name,
      value: value === "" ? null : maskedValue(name, value),
      source: name in set ? (sources.get(name) ?? "environment") : "default",
      problems: problems.filter((line) => line.startsWith(`${name} `)),
    };
  });
  const unknown = unknownVariables(set);
  if (problems.length > 0) process.exitCode = 1;
  const rows = settings.map(({ name, value, source, problems: wrong }) => [
    wrong.length > 0 ? "WRONG" : "ok",
    name,
    value ?? absent[name] ?? "-",
    source,
  ]);
  const lines = [
    formatColumns(["", "setting", "value", "from"], rows),
    "",
    ...problems.map((line) => `Wrong: ${line}`),
    ...unknown.map(({ name, nearest }) => `Unknown setting ${name}. Did you mean ${nearest}?`),
    ...keys.notes,
    problems.length > 0
      ? `${problems.length} to mend; .env.example explains each setting.`
      : "The configuration is sound.",
  ];
  return {
    json: {
      sound: problems.length === 0,
      settings,
      problems,
      unknown: unknown.map(({ name }) => name),
    },
    text: lines.join("\n"),
  };
}

/** Checks in the database whether the master keys are its own. */
async function lookAtKeys(
  set: Record<string, string | undefined>,
): Promise<{ problems: string[]; notes: string[] }> {
  try {
    await withService(async () => {});
    return { problems: [], notes: [] };
  } catch (error) {
    const { message } = explain(error);
    if (!(error instanceof WrongMasterKey))
      return { problems: [], notes: [`The database was not asked for its master key. ${message}`] };
    const source = masterKeySettings.find((name) => set[name]) ?? masterKeySettings[0];
    return { problems: [`${source} is not the database's. ${message}`], notes: [] };
  }
}

/** Meaning of a setting without a value. */
const absent: Record<string, string> = {
  ATRIUM_HOST: "(every interface)",
  ATRIUM_MASTER_KEY: "(none: keys come from elsewhere)",
  ATRIUM_MASTER_KEY_COMMAND: "(none)",
  ATRIUM_CELLS: "(none)",
  ATRIUM_MASTER_KEY_FILE: "(none)",
  ATRIUM_METRICS_PORT: "(nowhere)",
  ATRIUM_READ_DATABASE_URL: "(none: the primary answers everything)",
  ATRIUM_SECURITY_CONTACT: "(none: there is no security.txt)",
  ATRIUM_SMTP_URL: "(none: mail is kept for /dev/mailbox)",
  ATRIUM_TRUSTED_PROXIES: "(none)",
};

/** Masks a value so that it may be seen by others: keys are not shown, addresses without their passwords. */
function maskedValue(name: string, value: string): string {
  const limit = name.startsWith("ATRIUM_LIMIT_");
  if (!limit && /KEY|SECRET|PASSWORD|TOKEN/.test(name) && !name.endsWith("_FILE"))
    return "(set, not shown)";
  if (!/_URL$/.test(name)) return value;
  if (!URL.canParse(value)) return "(no address, not shown)";
  const url = new URL(value);
  const hidden = [...url.searchParams.keys()].filter((key) => /pass|secret|token|key/i.test(key));
  if (!url.password && hidden.length === 0) return value;
  if (url.password) url.password = "***";
  for (const key of hidden) url.searchParams.set(key, "***");
  return url.href;
}
