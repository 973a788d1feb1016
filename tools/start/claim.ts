import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { freePort } from "../postgres/free-port";
import { StartError } from "./steps";
import { writeAtomically } from "./write-whole";

/** Records the process id, for people and for `npm start -- stop`. The file's existence alone means
 *  nothing. */
const PID_FILE = ".atrium/start.pid";
/** No other code of a process that holds it may open this file: POSIX releases a lock when any descriptor of
 *  its file is closed. */
const LOCK_FILE = ".atrium/start.lock";
/** SQLite's codes for a lock that another has, and for a file that is no database. */
const [BUSY, NO_DATABASE] = [5, 26];
/** Longer than `isRunningHere` holds the lock. */
const PATIENCE_MS = 500;

/** The exclusive right to write the files of this folder. */
export interface Claim {
  /** Called at the end. */
  release(): void;
}

/** Makes this the only start of the folder: two would collide in its database, and in the only copy of its
 *  secrets. The kernel releases the lock when this process ends, however it ends.
 *  @throws StartError when another is running */
export function claimFolder(): Claim {
  mkdirSync(".atrium", { recursive: true });
  const release = lock();
  if (!release)
    throw new StartError(
      `Atrium is already running from this folder${recordedPid() ? ` (process ${recordedPid()})` : ""}. Stop that one first: npm start -- stop`,
    );
  writeAtomically(PID_FILE, String(process.pid));
  return {
    release: () => {
      rmSync(PID_FILE, { force: true });
      release();
    },
  };
}

/** Whether a start of this folder is running. */
export function isRunningHere(): boolean {
  if (!existsSync(LOCK_FILE)) return false;
  const release = lock();
  release?.();
  return release === null;
}

/** Returns the recorded process id of the start of this folder; 0 is none. */
export function recordedPid(): number {
  try {
    return Number(readFileSync(PID_FILE, "utf8")) || 0;
  } catch {
    return 0;
  }
}

/** Takes the lock of the folder. SQLite's is one of the kernel (fcntl), which Node has no other access to; it
 *  also works between containers that share the folder. The file stays empty.
 *  @returns a function that releases it; null when another process has it */
function lock(): (() => void) | null {
  // SQLite reports a file that it may not write only as one that can't be opened.
  if (existsSync(LOCK_FILE)) accessSync(LOCK_FILE, constants.R_OK | constants.W_OK);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(LOCK_FILE, { timeout: PATIENCE_MS });
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database.close.bind(database);
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === BUSY) return null;
    throw new StartError(
      errcode === NO_DATABASE
        ? `${LOCK_FILE} is not the file that Atrium made. Remove it, and start again.`
        : `The folder can't be locked (${LOCK_FILE}: ${message}). Where its file system knows no locks, lay .atrium on a disk of this machine.`,
    );
  }
}

/** Makes sure that the service can listen there; called before any heavy work.
 *  @param host undefined for all interfaces
 *  @throws StartError when it can't */
export async function checkPort(port: number, host: string | undefined): Promise<void> {
  await freePort(port, host ?? "").catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === "EADDRINUSE" ? "is already in use" : `cannot be used (${code})`;
    throw new StartError(
      `Port ${port} ${reason}. Free it, or choose another: PORT=${port + 1} npm start (behind a proxy, keep ATRIUM_BASE_URL as users see it).`,
    );
  });
}
