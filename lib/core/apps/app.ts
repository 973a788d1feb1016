/** A product, or a part of a product, that users enter. */
export interface App {
  id: string;
  key: string;
  name: string;
  status: "active" | "disabled";
  /** `none` needs no package, `any` an active one, `listed` one that lists this app. */
  packagePolicy: "none" | "any" | "listed";
  /** Keys of organization types; empty allows all. */
  allowedOrganizationTypes: string[];
  requiredEntitlements: string[];
}

/** Fields that decide which organizations reach an app. */
export type AppPackagePolicy = Pick<
  App,
  "packagePolicy" | "allowedOrganizationTypes" | "requiredEntitlements"
>;
