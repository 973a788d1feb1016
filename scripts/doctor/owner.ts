import { type Check, type Finding, failed, ok, skipped, warning } from "./check";
import { connectTo } from "./connection";
import { unreachableFinding } from "./database";

const PATIENCE_MS = 5_000;

interface Owner {
  name: string;
  isSuperuser: boolean;
  /** The tables of the service that it doesn't own. */
  notOwned: string[];
}

/** Whether the login of DATABASE_OWNER_URL owns the schema, so that migrations and new keys can be made. */
export const owner: Check = {
  name: "owner's role",
  needs: "configuration",
  look: async ({ config: { databaseOwnerUrl, databaseUrl } }) => {
    if (databaseOwnerUrl === databaseUrl)
      return skipped("DATABASE_OWNER_URL is not set: the service's own login is the owner");
    try {
      const { ask, end } = await connectTo(databaseOwnerUrl, PATIENCE_MS, null);
      try {
        const [found] = await ask<Owner>(OWNER);
        if (!found) throw new Error("PostgreSQL does not know its own role");
        return ownerFinding(found);
      } finally {
        await end();
      }
    } catch (error) {
      return unreachableFinding(error, "DATABASE_OWNER_URL");
    }
  },
};

const OWNER = `
  SELECT current_user::text AS name,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
         ARRAY(SELECT c.relname::text FROM pg_class c
               WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                 AND NOT pg_has_role(c.relowner, 'USAGE') ORDER BY 1) AS "notOwned"`;

export function ownerFinding({ name, isSuperuser, notOwned }: Owner): Finding {
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
