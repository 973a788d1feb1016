/** An organization in an environment. */
export interface Workspace {
  organizationId: string;
  /** The environment's key. */
  environment: string;
  status: "active" | "disabled";
  /** The type's key. */
  organizationType: string | null;
  packageId: string | null;
}
