import { randomUUID } from "node:crypto";
import { createPackage } from "@/lib/core/packages/create-package";
import type { Package } from "@/lib/core/packages/package";
import type { Caller } from "@/lib/kernel/caller";

/** An active package. Keys are unique in a run. */
export function aPackage(
  environment: Caller,
  options: Partial<Omit<Package, "id">> = {},
): Promise<Package> {
  return createPackage(environment, { key: `package-${randomUUID()}`, name: "Pro", ...options });
}
