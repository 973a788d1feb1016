/** A tenant as an operator sees it, without its contents. */
export interface OperatedTenant {
  /** The tenant's external id (`atr_…`). */
  publicId: string;
  name: string;
  status: "active" | "disabled";
  createdAt: Date;
  disabledAt: Date | null;
  /** Text of the operator. */
  disabledReason: string | null;
  installationLimit: number;
  installationMaximum: number;
  activeInstallations: number;
  environments: {
    id: string;
    key: string;
    name: string;
    kind: "development" | "staging" | "production";
  }[];
}
