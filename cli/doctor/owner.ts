import { type OwnerRole, readOwner } from "@/lib/kernel/db/schema/catalogue-store";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";
import { connectTo } from "./connection";
import { unreachableFinding } from "./database";

const PATIENCE_MS = 5_000;

/** Checks that the login of DATABASE_OWNER_URL owns the schema, so that migrations and new keys can be
 *  made. */
export const owner: Check = {
  name: "owner's role",
  needs: "configuration",
  look: async ({ config: { databaseOwnerUrl, databaseDirectUrl } }) => {
    if (databaseOwnerUrl === databaseDirectUrl)
      return skipped("DATABASE_OWNER_URL is not set: the service's own login is the owner");
    try {
      const { ask, end } = await connectTo(databaseOwnerUrl, PATIENCE_MS, null);
      try {
        return ownerFinding(await readOwner(ask));
      } finally {
        await end();
      }
    } catch (error) {
      return unreachableFinding(error, "DATABASE_OWNER_URL");
    }
  },
};

export function ownerFinding({ name, isSuperuser, notOwned }: OwnerRole): Finding {
  if (notOwned.length > 0)
    return failed(
      `${name} does not own ${notOwned.length} tables (${notOwned.slice(0, 3).join(", ")}…)`,
      `Give them to it as a superuser: REASSIGN OWNED BY <the other role> TO ${name}.`,
    );
  if (isSuperuser)
    return warning(
      `${name} owns the schema and is a superuser`,
      "Let an ordinary role own the database: nothing here needs a superuser.",
    );
  return ok(`${name} owns the schema`);
}
