import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { masterKeyId } from "@/lib/kernel/config/master-keys";
import { type CommandOutput, commandAction, formatColumns } from "./shown";

/** `atrium keys master …`: the master keys, and the data keys that they wrap. */
export function addMasterKeyCommands(keys: Command): void {
  const master = keys.command("master").description("Master keys, which wrap the data keys");
  master
    .command("list")
    .description("Show the master keys at hand, the data keys, and what is sealed with each")
    .action(commandAction(listMasterKeys));
  master
    .command("new")
    .description("Print a new master key with its id; it is kept nowhere")
    .action(commandAction(newMasterKey));
}

async function newMasterKey(): Promise<CommandOutput> {
  const key = randomBytes(32);
  const [id, text] = [masterKeyId(key), key.toString("base64url")];
  return { json: { id, key: text }, text: `${text}\nIts id is ${id}.` };
}

async function listMasterKeys(): Promise<CommandOutput> {
  const { readKeyUse } = await import("@/lib/kernel/data-keys/read-key-use");
  const { keys, unknown } = await readKeyUse(config().databaseOwnerUrl);
  const masters = config().masterKeys.map(({ id }, at) => ({ id, inForce: at === 0 }));
  const needed = new Set(keys.map(({ masterKeyId: id }) => id));
  const lacking = [...needed].filter((id) => !masters.some((master) => master.id === id));
  if (lacking.length > 0 || unknown.length > 0) process.exitCode = 1;
  const use = (id: string) => (needed.has(id) ? "wraps data keys" : "wraps nothing");
  const masterRows = masters.map(({ id, inForce }) => [
    id,
    inForce ? "in force" : "at hand",
    use(id),
  ]);
  const dataRows = keys.map((key) => [
    String(key.id),
    key.seals ? "seals" : key.closed ? "closed" : key.activeFrom > now() ? "published" : "opens",
    key.masterKeyId,
    key.createdAt.toISOString(),
    key.values.map(({ kind, count }) => `${count} ${kind}`).join(", ") || "nothing in rows",
  ]);
  return {
    json: {
      master_keys: masters.map(({ id, inForce }) => ({
        id,
        in_force: inForce,
        needed: needed.has(id),
      })),
      lacking,
      data_keys: keys.map(
        ({ masterKeyId: wrappedBy, madeUnder, createdAt, activeFrom, ...key }) => ({
          ...key,
          wrapped_by: wrappedBy,
          made_under: madeUnder,
          created_at: createdAt,
          active_from: activeFrom,
        }),
      ),
      unknown_data_keys: unknown,
    },
    text: [
      formatColumns(
        ["master key", "state", "use"],
        [...masterRows, ...lacking.map((id) => [id, "MISSING", "wraps data keys"])],
      ),
      "",
      formatColumns(["data key", "state", "wrapped by", "made", "sealed with it"], dataRows),
    ].join("\n"),
  };
}
