import { type Command, Option } from "commander";
import { algorithms, keyStateAt, type SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import type { KeyEntry } from "@/lib/core/signing-keys/signing-key-owner-store";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { addMasterKeyCommands } from "./keys-master";
import { addResealCommand } from "./keys-reseal";
import { type CommandOutput, commandAction, formatColumns } from "./shown";

// Imported when a command runs: `--help` needs no database.
const work = () => import("@/lib/core/signing-keys/rotate-signing-keys");

/** `atrium keys …`: the platform's signing keys, and the master keys that seal stored data. */
export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("Signing keys and master keys of the platform");
  keys
    .command("list")
    .description("Show every signing key: published, signing, verifying or retired")
    .action(commandAction(listKeys));
  keys
    .command("rotate")
    .description(
      "Make new signing keys; they are published now, sign in a minute, and nothing is restarted",
    )
    .addOption(
      new Option("--purpose <purpose>", "rotate one purpose instead of all").choices(
        Object.keys(algorithms),
      ),
    )
    .action(commandAction(rotateKeys));
  addResealCommand(keys);
  addMasterKeyCommands(keys);
}

async function listKeys(): Promise<CommandOutput> {
  const { listSigningKeys } = await work();
  const all = await listSigningKeys(config().databaseOwnerUrl);
  const states = all.map((key) => ({ ...key, state: keyStateAt(key, all, now()) }));
  return {
    json: { keys: states.map(keyJson) },
    text: formatColumns(
      ["purpose", "state", "algorithm", "signs from", "verifies until", "kid"],
      states.map((key) => [
        key.purpose,
        key.state,
        key.alg,
        key.activeFrom.toISOString(),
        key.verifiesUntil?.toISOString() ?? "it is rotated",
        key.kid,
      ]),
    ),
  };
}

async function rotateKeys({ purpose }: { purpose?: SigningPurpose }): Promise<CommandOutput> {
  const only = purpose ? [purpose] : undefined;
  const { rotateSigningKeys } = await work();
  const made = await rotateSigningKeys(config().databaseOwnerUrl, only);
  const lines = made.map(
    (key) => `${key.purpose}: ${key.kid} signs from ${key.activeFrom.toISOString()}`,
  );
  return { json: { keys: made.map(keyJson) }, text: lines.join("\n") };
}

function keyJson({ activeFrom, verifiesUntil, ...key }: KeyEntry & { state?: string }) {
  return { ...key, active_from: activeFrom, verifies_until: verifiesUntil };
}
