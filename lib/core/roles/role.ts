/** Permissions of a member of an organization, and the apps they apply to. */
export interface Role {
  id: string;
  key: string;
  name: string;
  description: string | null;
  /** Terms of the tenant; the service copies them into tokens and does not interpret them. */
  permissions: string[];
  /** Whether the service made it: it can be assigned to members but neither changed nor deleted. */
  isSystem: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields of a role that the tenant sets. */
export type RoleFields = Pick<Role, "key" | "name" | "description" | "permissions">;
