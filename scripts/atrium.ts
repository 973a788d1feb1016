// The command line of an installation. It works with the environment of the service: the process's own, and
// for what is missing there, `.env` and what a service started from this folder left for other terminals.
import { Command } from "commander";
import { addKeyCommands } from "./commands/keys";
import { adoptRunningEnvironment } from "./start/settings";

adoptRunningEnvironment();

const program = new Command("atrium").description("Operate an Atrium installation");
addKeyCommands(program);
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
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
