import { Command } from "commander";
import { features } from "@/lib/features/feature";
import { ownCommand } from "@/lib/kernel/process/own-command";
import { VERSION } from "@/lib/kernel/process/version";
import type { SettingSource } from "../environment";
import { addCellCommands } from "./cells";
import { addCompletionCommand } from "./completion";
import { addConfigCommands } from "./config";
import { addCredentialCommands } from "./credential";
import { addDatabaseCommands } from "./database";
import { addDoctorCommand } from "./doctor";
import { addKeyCommands } from "./keys";
import { addMailCommands } from "./mail";
import { addOperatorCommands } from "./operator";
import { addSessionCommands } from "./session";
import { addTenantCommands } from "./tenant";
import { addUserCommands } from "./user";

const OWN = "Operators, and this command line:";

const firstSteps = () => `
The first steps of a new installation:
  $ ${ownCommand("config check")}                       is everything set, and from where?
  $ ${ownCommand("db migrate")}                         a start does it too
  $ ${ownCommand("operator invite you@example.com")}    prints a link that lets you in
  $ ${ownCommand("tenant create Acme")}
  $ ${ownCommand("credential create --tenant atr_… --environment production")} \\
      --name Provisioning --purpose management_automation --scopes users:read,users:write

Somebody can't sign in:
  $ ${ownCommand("user find ada@acme.example")}
  $ ${ownCommand("user unlock ada@acme.example --tenant atr_… --environment production")}

Something is wrong:
  $ ${ownCommand("doctor")}

In a checkout, \`npx atrium\` is the same; \`atrium completion bash\` completes its commands.`;

/** Returns the command line with all its commands, in the groups in which help shows them.
 *  @param sources source of each setting */
export async function atriumProgram(sources: ReadonlyMap<string, SettingSource>): Promise<Command> {
  const program = new Command("atrium")
    .description("Operate an Atrium installation")
    .version(VERSION, "-v, --version", "print the version of Atrium")
    .usage("<noun> <verb> [options]")
    .option("--json", "answer with JSON on stdout, and with a JSON error on stderr")
    .configureHelp({ showGlobalOptions: true })
    .addHelpCommand(
      new Command("help")
        .argument("[command]")
        .description("Show what a command takes")
        .helpGroup(OWN),
    )
    .showHelpAfterError("(add --help for what there is)")
    .addHelpText("after", firstSteps());
  for (const [heading, commands] of groups(sources)) {
    program.commandsGroup(heading);
    for (const [name, add] of Object.entries(commands)) {
      add(program);
      await addCommandsOfFeatures(program, name);
    }
  }
  return program;
}

type AddCommands = (program: Command) => void;

/** Commands of the core by heading and name, in the order of help. */
const groups = (
  sources: ReadonlyMap<string, SettingSource>,
): [heading: string, commands: Record<string, AddCommands>][] => [
  [
    "The installation:",
    {
      doctor: addDoctorCommand,
      config: (program) => addConfigCommands(program, sources),
      db: addDatabaseCommands,
      keys: addKeyCommands,
      mail: addMailCommands,
      worker: addWorkerCommand,
    },
  ],
  [
    "Tenants and their users:",
    {
      tenant: addTenantCommands,
      credential: addCredentialCommands,
      user: addUserCommands,
      session: addSessionCommands,
    },
  ],
  [
    OWN,
    { operator: addOperatorCommands, cells: addCellCommands, completion: addCompletionCommand },
  ],
];

async function addCommandsOfFeatures(program: Command, name: string): Promise<void> {
  const own = program.commands.find((one) => one.name() === name) ?? program;
  for (const command of features().flatMap(({ commands = [] }) => commands)) {
    if ("after" in command && command.after === name) (await command.load())(program);
    if ("within" in command && command.within === name) (await command.load())(own);
  }
}

function addWorkerCommand(program: Command): void {
  program
    .command("worker")
    .description(
      "Take jobs (mail, logouts, clearing up) until it is told to stop; any number may run",
    )
    .action(async () => {
      await import("../../host/worker");
    });
}
