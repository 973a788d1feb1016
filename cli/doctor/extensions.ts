import { type Check, type Finding, failed, ok } from "./check";

/** Extensions that searches need (prisma/migrations). */
const NEEDED = ["pg_trgm", "btree_gin"];

/** Checks the extensions of PostgreSQL that the schema needs. */
export const extensions: Check = {
  name: "extensions",
  needs: "database",
  look: async ({ ask }) => {
    const rows = await ask<{ name: string }>("SELECT extname::text AS name FROM pg_extension");
    return extensionsFinding(rows.map(({ name }) => name));
  },
};

export function extensionsFinding(installed: readonly string[]): Finding {
  const missing = NEEDED.filter((name) => !installed.includes(name));
  if (missing.length === 0) return ok(NEEDED.join(", "));
  return failed(
    `${missing.join(", ")} missing`,
    "Install PostgreSQL's contrib package on its server, then run db migrate.",
  );
}
