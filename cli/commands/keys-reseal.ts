import type { Command } from "commander";
import { config } from "@/lib/kernel/config/config";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns } from "./shown";

interface Options {
  newDataKey?: boolean;
  force?: boolean;
  atOnce?: boolean;
}

/** `atrium keys reseal`: replaces the master key, and seals stored data with a new data key. */
export function addResealCommand(keys: Command): void {
  keys
    .command("reseal")
    .description(
      "Have the master key in force wrap every data key, and seal what is stored with a new one; the service goes on",
    )
    .option("--new-data-key", "make a new data key although the master key is the same")
    .option(
      "--at-once",
      "after a theft: refuse at once what browsers hold of the earlier data keys",
    )
    .option("--force", "go on although servers are connected that could not read the result")
    .action(commandAction(reseal));
}

function reseal({
  newDataKey: anew = false,
  force = false,
  atOnce = false,
}: Options): Promise<CommandOutput> {
  return withService(async () => {
    const { resealValues } = await import("@/lib/kernel/data-keys/reseal-values");
    const { recordOperation } = await import("@/lib/core/platform/record-operation");
    // Progress goes to stderr: a program reads stdout.
    const say = (line: string) => console.error(line);
    const done = await resealValues(config().databaseOwnerUrl, { say, anew, force, atOnce });
    const left = done.kinds.reduce((sum, kind) => sum + kind.left, 0);
    if (left > 0) process.exitCode = 1;
    const resealed = done.kinds.reduce((sum, kind) => sum + kind.resealed, 0);
    await recordOperation(commandLineCaller(), {
      kind: "keys.resealed",
      metadata: { master_key: done.masterKeyId, data_key: done.dataKeyId, resealed, left },
    });
    const others = config().masterKeys.filter(({ id }) => id !== done.masterKeyId);
    const lines = [
      formatColumns(
        ["sealed values", "sealed anew", "left"],
        done.kinds.map((kind) => [kind.kind, String(kind.resealed), String(kind.left)]),
      ),
      "",
      `Data key ${done.dataKeyId} seals, and master key ${done.masterKeyId} wraps every data key.`,
      ...done.closedDataKeys.map((id) => `Data key ${id} opens nothing any more.`),
      ...(left > 0
        ? [`${left} values were not sealed anew: run the command again, then backup check.`]
        : others.map(({ id }) => `Master key ${id} opens nothing any more: take it away.`)),
    ];
    return {
      json: {
        data_key: done.dataKeyId,
        master_key: done.masterKeyId,
        kinds: done.kinds,
        closed_data_keys: done.closedDataKeys,
        no_longer_needed: left > 0 ? [] : others.map(({ id }) => id),
      },
      text: lines.join("\n"),
    };
  });
}
