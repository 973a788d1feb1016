import pg from "pg";
import type { Role, ServiceRoles } from "@/lib/kernel/db/schema/catalogue-store";
import { ownCommand } from "@/lib/kernel/process/own-command";

/** A problem with a role. Grave ones let tenants see each other's rows, or keep the service from working at
 *  all. */
export interface RoleTrouble {
  isGrave: boolean;
  seen: string;
  todo: string;
}

const grave = (seen: string, todo: string): RoleTrouble => ({ isGrave: true, seen, todo });
const light = (seen: string, todo: string): RoleTrouble => ({ isGrave: false, seen, todo });

/** Lists problems with the roles that the service works as, the worst first; empty if PostgreSQL restricts
 *  the service to one tenant at a time. */
export function roleTrouble(roles: ServiceRoles): RoleTrouble[] {
  const { application, login } = roles;
  const named = [application, login].filter((role) => role !== null);
  const distinct = named.filter((role, at) => named.findIndex((r) => r.name === role.name) === at);
  return [...missing(roles), ...distinct.flatMap(superuserTrouble), ...ownershipTrouble(roles)];
}

const make = () =>
  `Create the roles as docs/BACKUPS.md says, then run \`${ownCommand("db migrate")}\` as the owner.`;

function missing({ application, login, loginName, mayAct }: ServiceRoles): RoleTrouble[] {
  return [
    ...(application ? [] : [grave("there is no role atrium_app", make())]),
    ...(login ? [] : [grave(`there is no role ${loginName}`, make())]),
    ...(application && login && !mayAct
      ? [
          grave(
            `${loginName} may not act as atrium_app`,
            `GRANT atrium_app TO ${pg.escapeIdentifier(loginName)};`,
          ),
        ]
      : []),
  ];
}

function superuserTrouble({ name, isSuperuser, bypasses }: Role): RoleTrouble[] {
  if (isSuperuser)
    return [
      grave(
        `${name} is a superuser, so row-level security does not bind it`,
        `ALTER ROLE ${pg.escapeIdentifier(name)} NOSUPERUSER; or name a login of its own in DATABASE_URL, and the owner in DATABASE_OWNER_URL.`,
      ),
    ];
  if (!bypasses) return [];
  return [
    grave(
      `${name} has BYPASSRLS, so it sees every tenant's rows`,
      `ALTER ROLE ${pg.escapeIdentifier(name)} NOBYPASSRLS;`,
    ),
  ];
}

function ownershipTrouble({ application, login, mayCreate }: ServiceRoles): RoleTrouble[] {
  const owned = application?.owns ?? 0;
  return [
    ...(owned > 0
      ? [
          grave(
            `atrium_app owns ${owned} tables, so row-level security does not bind it there`,
            "REASSIGN OWNED BY atrium_app TO <the owner's role>;",
          ),
        ]
      : []),
    ...(mayCreate
      ? [
          light(
            "atrium_app may make tables in the schema public",
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC, atrium_app;",
          ),
        ]
      : []),
    ...(login && login.name !== application?.name && login.owns > 0
      ? [
          light(
            `${login.name}, the service's login, owns the tables`,
            "Give the service a login of its own: the owner's address belongs in DATABASE_OWNER_URL alone.",
          ),
        ]
      : []),
  ];
}
