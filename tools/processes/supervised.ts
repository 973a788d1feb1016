import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

export type Supervised = {
  child: ChildProcess;
  /** Resolves with the exit code when the process has ended, intentionally or not. */
  ended: Promise<number>;
  /** Signals it to end, kills it after `patienceMs`, and resolves when it has ended. */
  stop: (patienceMs?: number) => Promise<void>;
  /** Passes SIGHUP on to it. */
  hangUp: () => void;
};

// The process gets its signal when the supervisor's standard input ends: on stop(), and also when the starter
// is killed, so that no server is left behind. Background jobs of a shell have /dev/null as input, hence the
// detour by descriptor 3. A signal that is passed on ends the shell's wait, which it then repeats. Children
// of the process are in the same group, and are ended after it. The script uses only shell builtins: PATH may
// have nothing but Node and npm.
const SUPERVISOR = `signal=$1; shift; exec 3<&0
"$@" 3<&- & p=$!
exec 4<&-
trap 'kill -HUP $p' HUP
(while read -r line; do :; done <&3; kill -$signal $p 2>/dev/null) >/dev/null 2>&1 &
while wait $p; code=$?; [ $code = 129 ] && kill -0 $p 2>/dev/null; do :; done
trap '' TERM; kill -TERM 0
exit $code`;

/** Starts a process that never outlives this one, in a session of its own: Ctrl-C in the terminal reaches
 *  only us, and we end the parts in their order. With a `channel`, it can be sent messages, as a process of
 *  Node that was forked. */
export function startSupervised(
  command: string[],
  options: SpawnOptions & { endsBy: "INT" | "TERM"; channel?: boolean },
): Supervised {
  const { endsBy, channel = false, ...rest } = options;
  // The channel is descriptor 4, behind the detour.
  const {
    stdio = ["pipe", "inherit", "inherit", ...(channel ? (["ignore", "ipc"] as const) : [])],
  } = rest;
  const args = ["-c", SUPERVISOR, "supervisor", endsBy, ...command];
  const child = spawn("/bin/sh", args, { ...rest, detached: true, stdio });
  const ended = new Promise<number>((resolve) => {
    child.once("exit", (code) => resolve(code ?? 1));
    child.once("error", () => resolve(127));
  });
  // When the supervisor is gone, the pipe's last write fails, and nothing needs to be done.
  child.stdin?.on("error", () => {});
  ended.then(() => child.stdin?.destroy());
  return {
    child,
    ended,
    stop: async (patienceMs = 15_000) => {
      child.stdin?.end();
      const timer = setTimeout(() => killGroup(child), patienceMs);
      await ended;
      clearTimeout(timer);
    },
    hangUp: () => void child.kill("SIGHUP"),
  };
}

/** Runs a process to its end; like the others, it never outlives this one.
 *  @returns its exit code, and everything that it printed */
export async function runSupervised(
  command: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number; output: string }> {
  const { child, ended } = startSupervised(command, { endsBy: "TERM", stdio: "pipe", env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { code: await ended, output };
}

function killGroup(child: ChildProcess): void {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in this moment.
  }
}
