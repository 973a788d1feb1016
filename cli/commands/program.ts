import { Command } from "commander";
import { ownCommand } from "@/lib/kernel/process/own-command";
import { VERSION } from "@/lib/kernel/process/version";
import type { SettingSource } from "../environment";
import { addArchiveCommands } from "./archive";
import { addAuditCommands } from "./audit";
import { addBackupCommands } from "./backup";
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
import { addUsersCommands } from "./users";

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
export function atriumProgram(sources: ReadonlyMap<string, SettingSource>): Command {
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
  program.commandsGroup("The installation:");
  addDoctorCommand(program);
  addConfigCommands(program, sources);
  addDatabaseCommands(program);
  addBackupCommands(program);
  addKeyCommands(program);
  addMailCommands(program);
  addWorkerCommand(program);
  program.commandsGroup("Tenants and their users:");
  addTenantCommands(program);
  addCredentialCommands(program);
  addUserCommands(program);
  addUsersCommands(program);
  addSessionCommands(program);
  addAuditCommands(program);
  addArchiveCommands(program);
  program.commandsGroup(OWN);
  addOperatorCommands(program);
  addCellCommands(program);
  addCompletionCommand(program);
  return program;
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
