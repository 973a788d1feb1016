import { defineConfig } from "prisma/config";

// Used only by `prisma generate` and by operators who run Prisma's own CLI; the service itself
// migrates with the same engine as WebAssembly (lib/kernel/db/schema/migrate.ts).
export default defineConfig({ schema: "prisma", migrations: { path: "prisma/migrations" } });
