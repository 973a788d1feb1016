import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { StartError } from "./steps";

const PID_FILE = ".atrium/start.pid";

/**
 * Makes this the one start of the folder: two would fight over its database.
 * @returns what to do at the end
 * @throws StartError when another is running
 */
export function claimFolder(): () => void {
  mkdirSync(".atrium", { recursive: true });
  const other = Number(readOr(PID_FILE, "0"));
  if (other && other !== process.pid && /scripts\/start|host\/start/.test(commandOf(other) ?? "")) {
    throw new StartError(
      `Atrium is already running from this folder (process ${other}). Stop that one first: kill ${other}`,
    );
  }
  writeFileSync(PID_FILE, String(process.pid));
  return () => rmSync(PID_FILE, { force: true });
}

/** The command line of a process; undefined when there is none. Ids are used again, hence the look. */
export function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // Gone, or a system without /proc.
  }
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], {
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch {
    return undefined;
  }
}

/** Rejects with a StartError when the service could not listen there; asked before any heavy work. */
export function checkPort(port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "is already in use" : `cannot be used (${error.code})`;
      reject(
        new StartError(
          `Port ${port} ${reason}. Free it, or choose another: PORT=${port + 1} npm start (behind a proxy, keep ATRIUM_BASE_URL as users see it).`,
        ),
      );
    });
    server.listen({ port, ...(host && { host }) }, () => server.close(() => resolve()));
  });
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fallback;
  }
}
