import { createReadStream } from "node:fs";
import { open, stat, unlink } from "node:fs/promises";
import type { Command } from "commander";
import type { ArchiveHead } from "@/lib/features/archives/archive-lines";
import { parseAddress } from "./argument";
import { explain } from "./explain";
import { requireTenant } from "./known-tenant";
import { addPassphraseOption, passphraseFrom } from "./passphrase";
import { progressBar } from "./progress-bar";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatLines } from "./shown";

/** `atrium archive …`: writes a whole tenant to an encrypted file, and restores it in another
 *  installation. */
export function addArchiveCommands(program: Command): void {
  const archive = program
    .command("archive")
    .description("Take a whole tenant to another installation");
  addPassphraseOption(archive.command("create"))
    .argument("<tenant>", "the tenant (atr_…)")
    .argument("<file>", "a new file, readable by this account alone")
    .description(
      "Write everything of a tenant to an encrypted file, as it is now; the tenant goes on",
    )
    .addHelpText(
      "after",
      "\nUsers, password hashes, factors, secrets' hashes, configuration and the audit trail come along; sessions, links and mail that waits do not.\n\nExample:\n  $ atrium archive create atr_… acme.archive --passphrase-file acme.passphrase",
    )
    .action(commandAction(create));
  addPassphraseOption(archive.command("restore"))
    .argument("<file>", "what archive create wrote")
    .option(
      "--owner <email>",
      "who is to own the tenant here: an invitation is mailed",
      parseAddress,
    )
    .description("Bring the tenant of an archive into this installation, with its ids")
    .addHelpText(
      "after",
      "\nThe installation must be of the same version and must not have the tenant. It all happens, or nothing does.",
    )
    .action(commandAction(restore));
}

interface Options {
  passphraseFile: string;
}

function create(tenant: string, file: string, { passphraseFile }: Options): Promise<CommandOutput> {
  return withService(async () => {
    const { createArchive } = await import("@/lib/features/archives/create-archive");
    const passphrase = await passphraseFrom(passphraseFile);
    const handle = await open(file, "wx", 0o600);
    const bar = progressBar(process.stderr);
    let whole = false;
    try {
      const onRows = (written: number, all: number) => bar.show("archiving", written / all);
      const head = await requireTenant(tenant, () =>
        createArchive(commandLineCaller(), { tenant, passphrase, onRows }, async (pieces) => {
          for await (const piece of pieces) await handle.appendFile(piece);
          await handle.sync();
        }),
      );
      whole = true;
      const { size } = await handle.stat();
      return {
        json: { file, bytes: size, ...archiveJson(head) },
        text: `${rowsOf(head)} rows of ${head.tenant.name} in ${file}, ${(size / 1024 / 1024).toFixed(1)} MiB.\nNobody can open the file without the passphrase: keep both, apart from each other.`,
      };
    } finally {
      bar.end();
      await handle.close();
      // Half an archive is worthless.
      if (!whole) await unlink(file);
    }
  });
}

function restore(
  file: string,
  { passphraseFile, owner }: Options & { owner?: string },
): Promise<CommandOutput> {
  return withService(async () => {
    const { restoreArchive } = await import("@/lib/features/archives/restore-archive");
    const passphrase = await passphraseFrom(passphraseFile);
    await stat(file);
    const bar = progressBar(process.stderr);
    const onRows = (written: number, all: number) => bar.show("restoring", written / all);
    const head = await restoreArchive(commandLineCaller(), createReadStream(file), {
      passphrase,
      onRows,
    }).finally(() => bar.end());
    const invited = owner ? await invite(head.tenant.publicId, owner) : null;
    return {
      json: { file, ...archiveJson(head), owner_invited: invited },
      text: [
        formatLines([
          ["tenant", `${head.tenant.publicId} (${head.tenant.name})`],
          ["rows", String(rowsOf(head))],
          ["as it was", head.at.toISOString()],
        ]),
        "",
        invited
          ? `An invitation to own it is on its way to ${invited}.`
          : "Nobody administers it here yet: --owner <email> invites somebody, and so does the operator API.",
        "Everybody signs in again. Relying parties and products take over the address of this installation.",
      ].join("\n"),
    };
  });
}

/** Invites the owner. The tenant exists already, so a failed invitation is reported and doesn't undo it. */
async function invite(publicId: string, email: string): Promise<string> {
  const { callerOfTenant } = await import("@/lib/core/operators/caller-of-tenant");
  const { inviteAdministrator } = await import("@/lib/core/administrators/invite-administrator");
  try {
    const caller = await callerOfTenant(commandLineCaller(), publicId);
    await inviteAdministrator(caller, { email, role: "owner" });
    return email;
  } catch (error) {
    const { message } = explain(error);
    throw new Error(
      `The tenant ${publicId} is restored, but its owner was not invited: ${message}`,
    );
  }
}

const rowsOf = ({ tables }: ArchiveHead) =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

function archiveJson(head: ArchiveHead) {
  return {
    tenant: head.tenant.publicId,
    name: head.tenant.name,
    at: head.at.toISOString(),
    rows: rowsOf(head),
    tables: head.tables,
  };
}
