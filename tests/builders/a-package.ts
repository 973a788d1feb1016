import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/caller";
import { createPackage } from "@/lib/packages/create-package";
import type { Package } from "@/lib/packages/package";

/** An active package. Keys are unique in a run. */
export function aPackage(
  environment: Caller,
  options: Partial<Omit<Package, "id">> = {},
): Promise<Package> {
  return createPackage(environment, { key: `package-${randomUUID()}`, name: "Pro", ...options });
}
