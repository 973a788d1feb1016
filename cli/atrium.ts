// The command line of an installation. It works with the environment of the service: the process's own, then
// `.env`, then the variables that a service started from this folder has published for other terminals.

import "@/lib/features/all";
import { explain } from "./commands/explain";
import { atriumProgram } from "./commands/program";
import { adoptRunningEnvironment } from "./environment";

const program = await atriumProgram(adoptRunningEnvironment());
try {
  await program.parseAsync();
} catch (error) {
  const { code, message } = explain(error);
  const json = program.opts<{ json?: boolean }>().json === true || process.argv.includes("--json");
  console.error(json ? JSON.stringify({ error: { code, message } }) : message);
  // A command may have set its exit code already.
  process.exitCode ??= 1;
}
