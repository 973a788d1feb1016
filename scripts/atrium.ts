// The command line of an installation. It reads the environment of the service: the process's own, `.env`,
// or what a service started from this folder left for commands in another terminal.
import { existsSync } from "node:fs";
import { Command } from "commander";

for (const file of [".env", ".atrium/running.env"]) if (existsSync(file)) process.loadEnvFile(file);

const { addKeyCommands } = await import("./commands/keys");
const { pool } = await import("@/lib/db");

const program = new Command("atrium").description("Operate an Atrium installation");
addKeyCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await pool.end();
}
