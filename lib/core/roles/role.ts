/** What a member of an organization may do, and which apps that reaches. */
export interface Role {
  id: string;
  key: string;
  name: string;
  description: string | null;
  /** The tenant's own words; the service carries them into tokens and reads no meaning in them. */
  permissions: string[];
  /** One that the service made: it can be given to members but neither changed nor deleted. */
  isSystem: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** What a tenant decides about a role. */
export type RoleFields = Pick<Role, "key" | "name" | "description" | "permissions">;
