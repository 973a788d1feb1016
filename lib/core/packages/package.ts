/** A purchase of an organization: entitlements, and the apps that come with it. */
export interface Package {
  id: string;
  key: string;
  name: string;
  status: "active" | "inactive";
  entitlements: string[];
  appIds: string[];
}

/** Fields of a package that the tenant sets, except its apps. */
export type PackageFields = Pick<Package, "key" | "name" | "status" | "entitlements">;
