// The command line of an installation. It works with the environment of the service: the process's own, and
// for what is missing there, `.env` and what a service started from this folder left for other terminals.
import { Command } from "commander";
import { VERSION } from "@/lib/process/version";
import { addAuditCommands } from "./commands/audit";
import { addBackupCommands } from "./commands/backup";
import { addConfigCommands } from "./commands/config";
import { addCredentialCommands } from "./commands/credential";
import { addDatabaseCommands } from "./commands/database";
import { addDoctorCommand } from "./commands/doctor";
import { explain } from "./commands/explain";
import { addKeyCommands } from "./commands/keys";
import { addMailCommands } from "./commands/mail";
import { addOperatorCommands } from "./commands/operator";
import { addSessionCommands } from "./commands/session";
import { addTenantCommands } from "./commands/tenant";
import { addUserCommands } from "./commands/user";
import { adoptRunningEnvironment } from "./start/settings";

const sources = adoptRunningEnvironment();

const program = new Command("atrium")
  .description("Operate an Atrium installation")
  .version(VERSION, "-v, --version", "print the version of Atrium")
  .option("--json", "answer with JSON on stdout, and with a JSON error on stderr")
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("(add --help for what there is)")
  .addHelpText(
    "after",
    `
The first steps of a new installation:
  $ npm run atrium -- config check                       is everything set, and from where?
  $ npm run atrium -- db migrate                         npm start does it too
  $ npm run atrium -- operator invite you@example.com    prints a link that lets you in
  $ npm run atrium -- tenant create Acme
  $ npm run atrium -- credential create --tenant atr_… --environment production \\
      --name Provisioning --purpose management_automation --scopes users:read,users:write`,
  );
addDoctorCommand(program);
addTenantCommands(program);
addOperatorCommands(program);
addUserCommands(program);
addSessionCommands(program);
addCredentialCommands(program);
addKeyCommands(program);
addConfigCommands(program, sources);
addDatabaseCommands(program);
addBackupCommands(program);
addMailCommands(program);
addAuditCommands(program);
program
  .command("worker")
  .description(
    "Take jobs (mail, logouts, clearing up) until it is told to stop; any number may run",
  )
  .action(async () => {
    await import("./worker");
  });

try {
  await program.parseAsync();
} catch (error) {
  const { code, message } = explain(error);
  const json = program.opts<{ json?: boolean }>().json === true || process.argv.includes("--json");
  console.error(json ? JSON.stringify({ error: { code, message } }) : message);
  process.exitCode = 1;
}
