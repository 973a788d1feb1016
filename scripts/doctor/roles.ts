import { type Ask, type Check, type Finding, failed, ok, warning } from "./check";

/** A role of PostgreSQL, as far as it decides who sees which tenant's rows. */
interface Role {
  name: string;
  isSuperuser: boolean;
  bypasses: boolean;
  /** Tables of the service that it owns: row-level security does not bind their owner. */
  owns: number;
}

/** What the service works as: the role it takes on, the login that takes it on, and whether the role may make tables. */
export interface Roles {
  application: Role;
  login: Role;
  mayCreate: boolean;
}

/** Whether PostgreSQL keeps the service to one tenant at a time. */
export const roles: Check = {
  name: "service's roles",
  needs: "database",
  look: async ({ ask }) => rolesFinding(await readRoles(ask)),
};

/** Reads the roles of the session that asks. */
export async function readRoles(ask: Ask): Promise<Roles> {
  const rows = await ask<Role & { mayCreate: boolean; isApplication: boolean }>(`
    SELECT r.rolname::text AS name, r.rolsuper AS "isSuperuser", r.rolbypassrls AS bypasses,
           (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid AND c.relkind IN ('r', 'p')
              AND c.relnamespace = 'public'::regnamespace) AS owns,
           has_schema_privilege('atrium_app', 'public', 'CREATE') AS "mayCreate",
           r.rolname = 'atrium_app' AS "isApplication"
    FROM pg_roles r WHERE r.rolname IN ('atrium_app', session_user)`);
  const application = rows.find(({ isApplication }) => isApplication);
  const login = rows.find(({ isApplication }) => !isApplication) ?? application;
  if (!application || !login) throw new Error("There is no role atrium_app");
  return { application, login, mayCreate: application.mayCreate };
}

export function rolesFinding({ application, login, mayCreate }: Roles): Finding {
  for (const { name, isSuperuser, bypasses } of [application, login]) {
    if (isSuperuser)
      return failed(
        `${name} is a superuser, so row-level security does not bind it`,
        `ALTER ROLE ${name} NOSUPERUSER; or name a login of its own in DATABASE_URL, and the owner in DATABASE_OWNER_URL.`,
      );
    if (bypasses)
      return failed(
        `${name} has BYPASSRLS, so it sees every tenant's rows`,
        `ALTER ROLE ${name} NOBYPASSRLS;`,
      );
  }
  if (application.owns > 0)
    return failed(
      `atrium_app owns ${application.owns} tables, so row-level security does not bind it there`,
      "REASSIGN OWNED BY atrium_app TO <the owner's role>;",
    );
  if (mayCreate)
    return warning(
      "atrium_app may make tables in the schema public",
      "REVOKE CREATE ON SCHEMA public FROM PUBLIC, atrium_app;",
    );
  if (login.owns > 0)
    return warning(
      `${login.name}, the service's login, owns the tables`,
      "Give the service a login of its own: the owner's address belongs in DATABASE_OWNER_URL alone.",
    );
  return ok(
    `${login.name} acts as atrium_app; neither is a superuser, passes row-level security or owns a table`,
  );
}
