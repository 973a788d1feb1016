import { randomUUID } from "node:crypto";
import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";

interface Options {
  name?: string;
  slug?: string;
  externalId?: string | null;
  status?: "active" | "disabled";
  organizationTypeId?: string | null;
  packageId?: string | null;
}

export interface TestOrganization {
  id: string;
  name: string;
  slug: string;
}

/** An organization with its workspace in the environment, as rows. Slugs are unique in a run. */
export async function anOrganization(
  scope: TenantScope,
  options: Options = {},
): Promise<TestOrganization> {
  const { tenantId, environmentId } = scope;
  const { name = "Initech", slug = `initech-${randomUUID()}`, status = "active" } = options;
  const id = newId();
  await inPrismaTransaction(scope, async ({ prisma }) => {
    await prisma.organization.create({
      data: { id, tenantId, name, slug, externalId: options.externalId ?? null },
    });
    await prisma.workspace.create({
      data: {
        tenantId,
        environmentId,
        organizationId: id,
        status,
        organizationTypeId: options.organizationTypeId ?? null,
        packageId: options.packageId ?? null,
      },
    });
  });
  return { id, name, slug };
}
