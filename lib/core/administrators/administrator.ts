/** Role of an administrator in a tenant: owners also decide who administers it, viewers change nothing. */
export type AdministratorRole = "owner" | "admin" | "viewer";

export interface AdministeredEnvironment {
  id: string;
  key: string;
  name: string;
  kind: "development" | "staging" | "production";
}

/** A tenant that a signed-in person administers. */
export interface AdministeredTenant {
  tenantId: string;
  tenantPublicId: string;
  tenantName: string;
  tenantStatus: "active" | "disabled";
  role: AdministratorRole;
  environments: AdministeredEnvironment[];
}

const rank: Record<AdministratorRole, number> = { viewer: 0, admin: 1, owner: 2 };

/** Whether a role includes the rights of another one. */
export function mayActAs(role: AdministratorRole, needed: AdministratorRole): boolean {
  return rank[role] >= rank[needed];
}
