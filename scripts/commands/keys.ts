import { type Command, Option } from "commander";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { algorithms, keyStateAt, type SigningPurpose } from "@/lib/signing-keys/signing-key";

// Read when a command runs: whoever asks for help needs no database.
const work = () => import("@/lib/signing-keys/rotate-signing-keys");

/** `atrium keys …`: the platform's signing keys. */
export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("Signing keys of the platform");
  keys
    .command("list")
    .description("Show every key: published, signing, verifying or retired")
    .action(async () => {
      const { listSigningKeys } = await work();
      const all = await listSigningKeys(config().databaseOwnerUrl);
      console.table(
        all.map((key) => ({
          purpose: key.purpose,
          state: keyStateAt(key, all, now()),
          algorithm: key.alg,
          "signs from": key.activeFrom.toISOString(),
          "verifies until": key.verifiesUntil?.toISOString() ?? "it is rotated",
          kid: key.kid,
        })),
      );
    });
  keys
    .command("rotate")
    .description(
      "Make new keys; they are published now, sign in a minute, and nothing is restarted",
    )
    .addOption(
      new Option("--purpose <purpose>", "rotate one purpose instead of all").choices(
        Object.keys(algorithms),
      ),
    )
    .action(async ({ purpose }: { purpose?: SigningPurpose }) => {
      const only = purpose ? [purpose] : undefined;
      const { rotateSigningKeys } = await work();
      const made = await rotateSigningKeys(config().databaseOwnerUrl, only);
      for (const key of made)
        console.log(`${key.purpose}: ${key.kid} signs from ${key.activeFrom.toISOString()}`);
    });
}
