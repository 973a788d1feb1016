import type { Feature } from "@/lib/features/feature";

/** Checks a database that was restored from a backup, and ends what it can't know to be over. */
export const feature = {
  name: "backups",
  files: ["cli/commands/backup.ts"],
  commands: [
    { after: "db", load: async () => (await import("@/cli/commands/backup")).addBackupCommands },
  ],
} satisfies Feature;
