import type { Feature } from "@/lib/features/feature";

/** A whole tenant as an encrypted file, which another installation restores. */
export const feature = {
  name: "archives",
  needs: ["statistics"],
  files: ["cli/commands/archive.ts"],
  commands: [
    {
      after: "session",
      load: async () => (await import("@/cli/commands/archive")).addArchiveCommands,
    },
  ],
} satisfies Feature;
