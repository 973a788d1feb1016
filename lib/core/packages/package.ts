/** What an organization has bought: entitlements, and the apps that come with it. */
export interface Package {
  id: string;
  key: string;
  name: string;
  status: "active" | "inactive";
  entitlements: string[];
  appIds: string[];
}

/** What a tenant decides about a package, its apps aside. */
export type PackageFields = Pick<Package, "key" | "name" | "status" | "entitlements">;
