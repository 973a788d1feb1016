// Stands in for `docker` where no engine runs: sends its arguments to the engine's stand-in (engine.ts), and
// runs the command in the answer.
import { spawnSync } from "node:child_process";

const [port, ...words] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${port}`, {
  method: "POST",
  body: JSON.stringify(words),
});
const { problem, command } = await answer.json();
if (problem) console.error(problem);
process.exitCode = problem ? 1 : 0;
if (command) {
  const [program, ...rest] = command.words;
  const env = { ...process.env, ...command.env };
  process.exitCode = spawnSync(program, rest, { stdio: "inherit", env }).status ?? 1;
}
