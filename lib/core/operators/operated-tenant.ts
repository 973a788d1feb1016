/** A tenant as an operator sees it. Nothing of what is in it. */
export interface OperatedTenant {
  /** What the tenant is known by outside (`atr_…`). */
  publicId: string;
  name: string;
  status: "active" | "disabled";
  createdAt: Date;
  disabledAt: Date | null;
  /** The operator's words. */
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
