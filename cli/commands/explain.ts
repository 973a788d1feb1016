import { ConfigurationError } from "@/lib/kernel/config/config";
import { UnreadableFile } from "@/lib/kernel/crypto/passphrase-file";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { CommandError, ServiceError } from "@/lib/kernel/errors";
import { ownCommand } from "@/lib/kernel/process/own-command";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

/** A failure with an explanation for people and a code for programs. */
export interface Explained {
  code: string;
  message: string;
}

const notThere = (why: string) =>
  `The database cannot be reached: ${why}. Start the service (npm start), or set DATABASE_URL to a database that runs.`;
const behind = () => `The database is behind this version: run \`${ownCommand("db migrate")}\`.`;

/** Driver errors that an operator can mend: by code, or by message where there is no code. */
const ofDatabases: [sign: RegExp, message: string | (() => string)][] = [
  [/ECONNREFUSED|Can't reach database server/, notThere("nothing listens there")],
  [/ENOTFOUND/, notThere("there is no such host")],
  [/ETIMEDOUT|timeout exceeded when trying to connect/, notThere("it does not answer")],
  [/28P01|Authentication failed against/, "The database refuses the password of its URL."],
  [/3D000/, "There is no database of the name in its URL."],
  [/42P01|42883|42703/, behind],
];

/** States of PostgreSQL (Appendix A) after which the statement had no effect, by their meaning for an
 *  operator. */
const ofStatements: Readonly<Record<string, string>> = {
  "55P03": "Something else holds what this command changes. Give the command again.",
  "40P01": "Another change wanted the same at the same moment. Give the command again.",
  "40001": "Another change wanted the same at the same moment. Give the command again.",
  "57014": "PostgreSQL ended a statement that took longer than it may. Give the command again.",
  "57P01": "PostgreSQL is stopping. Give the command again when it runs.",
  "57P02": "PostgreSQL is stopping. Give the command again when it runs.",
  "57P03": "PostgreSQL is starting or stopping. Give the command again when it runs.",
  "53300": "PostgreSQL has no connection left. Give the command again, or raise max_connections.",
  "53100": "The disk of PostgreSQL is full.",
  "25006": "The database takes no changes: it is a standby, or set to read only.",
  "42501":
    "The role of the database's URL may not do this: compare its rights with docs/BACKUPS.md.",
};

/** Explains an error to the operator at the terminal, without a stack. */
export function explain(error: unknown): Explained {
  if (error instanceof ServiceError)
    return { code: error.reason, message: error.detail ?? error.reason };
  if (error instanceof ConfigurationError) return { code: "configuration", message: error.message };
  if (error instanceof UnreadableFile) return { code: "unreadable_file", message: error.message };
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  if (error instanceof WrongMasterKey) return { code: "master_key", message: error.message };
  const signs = signsOf(error).join("\n");
  const known = ofDatabases.find(([sign]) => sign.test(signs));
  if (known)
    return { code: "database", message: typeof known[1] === "string" ? known[1] : known[1]() };
  const state = sqlStateOf(error);
  if (state !== null)
    return {
      code: "database",
      message:
        ofStatements[state] ?? `PostgreSQL refused a statement (${state}): ${wordsOf(error)}`,
    };
  return { code: "failed", message: wordsOf(error) };
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Collects the codes and messages of an error and of its causes, from wherever its library puts them. */
export function signsOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 4) return [];
  const { code, message, cause, meta, errors } = error as Record<string, unknown>;
  const inner = [cause, meta, ...(Array.isArray(errors) ? errors : [])];
  const own = [code, message].filter((part) => typeof part === "string");
  return [...own, ...inner.flatMap((part) => signsOf(part, depth + 1))];
}
