import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ExportFormat, LeftOut } from "@/lib/features/migration/bulk/exported-formats";
import type { ExportedUser } from "@/lib/features/migration/bulk/exported-user-store";
import {
  type ImportFormat,
  type ImportMode,
  importFormats,
  importModes,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import { addPlaceOptions, callerAt, type Place } from "./place";
import { progressBar } from "./progress-bar";
import { withService } from "./service";
import { type CommandOutput, commandAction, formatLines } from "./shown";

interface ImportOptions extends Place {
  format: ImportFormat;
  mode: ImportMode;
  dryRun?: boolean;
  firebaseHashConfig?: string;
  column?: Record<string, string>;
  problems?: string;
}

/** `atrium users …`: imports and exports all users of an environment at once. */
export function addUsersCommands(program: Command): void {
  const users = program.command("users").description("Import and export users");
  addPlaceOptions(users.command("export"))
    .requiredOption("--output <file>", "a new file, readable by this account alone")
    .addOption(
      new Option("--format <format>", "what is to read the file")
        .choices(importFormats)
        .default("ndjson"),
    )
    .option("--with-hashes", "password hashes too: whoever has the file can guess passwords")
    .description("Write every active user as a file that users import takes, here or elsewhere")
    .addHelpText(
      "after",
      "\nThe tenant's audit log tells of it. Organizations are named by slug and roles by key, in NDJSON and CSV alone. Suspended users are left out.",
    )
    .action(commandAction(exportUsers));
  addPlaceOptions(users.command("import"))
    .argument("<file>", "what the other system exported")
    .addOption(
      new Option("--format <format>", "what wrote the file")
        .choices(importFormats)
        .default("ndjson"),
    )
    .addOption(
      new Option("--mode <mode>", "what becomes of users who are there: kept, changed, or refused")
        .choices(importModes)
        .default("create"),
    )
    .option("--dry-run", "judge every line and change nothing")
    .option("--problems <file>", "a new file for the lines that were not taken, and why (NDJSON)")
    .option("--firebase-hash-config <file>", "the hash parameters of the Firebase project")
    .option("--column <name=field...>", "a column of a CSV file, and the field it is", columnOf)
    .description("Import users with their password hashes; any number, and as often as needed")
    .addHelpText(
      "after",
      "\nA user is known by the external id, else by the address, so that the same file again changes nothing.\nThe guides say how each system exports its users: docs/guides.\n\nExample:\n  $ atrium users import users.json --format keycloak --tenant atr_… --environment production --dry-run",
    )
    .action(commandAction(importUsers));
}

function columnOf(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new InvalidArgumentError("Say a column and its field: Mail=email.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function importUsers(file: string, options: ImportOptions): Promise<CommandOutput> {
  return withService(async () => {
    const { validateLine: broughtLine, userImportResponse } = await import(
      "@/lib/features/migration/contract/user-import"
    );
    const { formattedLines } = await import("@/lib/features/migration/import/import-formats");
    const { receiveUsers } = await import("@/lib/features/migration/import/receive-users");
    const { applyUserImport } = await import("@/lib/features/migration/bulk/apply-user-imports");
    const caller = await callerAt(options);
    const { size } = await stat(file);
    const bar = progressBar(process.stderr);
    const pieces = counted(createReadStream(file), (read) => bar.show("reading", read / size));
    const lines = formattedLines(pieces, options.format, broughtLine, {
      firebase: await firebaseOf(options),
      columns: options.column ?? {},
    });
    const input = { mode: options.mode, dryRun: options.dryRun ?? false };
    const received = await receiveUsers(caller, input, lines).catch((error: unknown) => {
      bar.end();
      throw error;
    });
    const done = await applyUserImport(caller, received.id, ({ applied, lines: all }) =>
      bar.show("applying", applied / all),
    );
    bar.end();
    if (options.problems) await writeProblems(caller, done.id, options.problems);
    return { json: userImportResponse(done), text: importText(done, options) };
  });
}

interface ExportOptions extends Place {
  output: string;
  format: ImportFormat;
  withHashes?: boolean;
}

function exportUsers({ output, format, withHashes = false, ...place }: ExportOptions) {
  if (withHashes && (format === "firebase" || format === "cognito"))
    throw new Error(
      `${format} takes none of the hashes that are stored here: leave out --with-hashes.`,
    );
  return withService(async (): Promise<CommandOutput> => {
    const { exportAllUsers } = await import("@/lib/features/migration/bulk/export-all-users");
    const { leftOut } = await import("@/lib/features/migration/bulk/exported-formats");
    const form = await exportForm(format);
    const left: LeftOut = { hashes: 0, addresses: 0, memberships: 0 };
    const caller = await callerAt(place);
    const handle = await open(output, "wx", 0o600);
    let count = 0;
    try {
      const { suspended, pieces } = await exportAllUsers(caller, withHashes);
      await handle.appendFile(form.before);
      for await (const piece of pieces) {
        const users = piece.map(form.user);
        const start = count === 0 ? "" : form.between;
        await handle.appendFile(start + users.map(({ text }) => text).join(form.between));
        count += users.length;
        for (const one of users) for (const what of leftOut) left[what] += one.left[what];
      }
      await handle.appendFile(count === 0 && form.before === "" ? "" : form.after);
      const omissions = [
        [suspended, "Suspended users"],
        [left.hashes, `Hashes that ${format} can't verify`],
        [left.addresses, `Addresses that ${format} would take for verified`],
        [left.memberships, "Memberships"],
      ].map(([many, what]) => (many === 0 ? "" : ` ${what} were left out: ${many}.`));
      return {
        json: {
          ...{ output, format, users: count, suspended_left_out: suspended },
          ...{ with_hashes: withHashes, hashes_left_out: left.hashes },
          ...{ addresses_left_out: left.addresses, memberships_left_out: left.memberships },
        },
        text: `${count} users in ${output}.${omissions.join("")}`,
      };
    } finally {
      await handle.close();
    }
  });
}

async function exportForm(format: ImportFormat): Promise<ExportFormat> {
  const { exportFormats, omittedMemberships: onlyUntold } = await import(
    "@/lib/features/migration/bulk/exported-formats"
  );
  if (format !== "ndjson") return exportFormats[format];
  const { userImportLine } = await import("@/lib/features/migration/contract/user-import");
  const user = (one: ExportedUser) => ({
    text: JSON.stringify(userImportLine(one)),
    left: onlyUntold(one),
  });
  return { before: "", between: "\n", after: "\n", user };
}

async function firebaseOf({ format, firebaseHashConfig }: ImportOptions) {
  if (format !== "firebase" || !firebaseHashConfig) return null;
  const { firebaseParameters } = await import("@/lib/features/migration/import/firebase-format");
  return firebaseParameters(await readFile(firebaseHashConfig, "utf8"));
}

async function* counted(
  pieces: AsyncIterable<Buffer>,
  onBytes: (read: number) => void,
): AsyncGenerator<Buffer, void> {
  let read = 0;
  for await (const piece of pieces) {
    read += piece.byteLength;
    onBytes(read);
    yield piece;
  }
}

async function writeProblems(
  caller: Awaited<ReturnType<typeof callerAt>>,
  importId: string,
  file: string,
): Promise<void> {
  const { readProblems } = await import("@/lib/features/migration/import/read-problems");
  const { userImportProblem } = await import("@/lib/features/migration/contract/user-import");
  // Only the owner of the file may read addresses.
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const piece of await readProblems(caller, importId))
      await handle.appendFile(
        piece.map((one) => `${JSON.stringify(userImportProblem(one))}\n`).join(""),
      );
  } finally {
    await handle.close();
  }
}

function importText(done: UserImport, { problems, dryRun }: ImportOptions): string {
  const where = problems ? ` (why: ${problems})` : " (--problems <file> says why)";
  return formatLines([
    ["import", `${done.id}, ${done.status}${dryRun ? ", nothing was changed" : ""}`],
    ["lines", String(done.lines)],
    ["created", String(done.created)],
    ["updated", String(done.updated)],
    ["unchanged", String(done.unchanged)],
    ["refused", `${done.refused}${done.refused > 0 ? where : ""}`],
  ]);
}
