import { randomBytes } from "node:crypto";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant, isUniqueViolation, type TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import {
  type Organization,
  type OrganizationFields,
  slugOf,
} from "@/lib/organizations/organization";
import { findOrganization, insertOrganization } from "@/lib/organizations/organization-store";
import { resolveOrganizationType } from "@/lib/organizations/resolve-organization-type";
import { assertPackage } from "@/lib/workspaces/assert-package";
import { insertWorkspace } from "@/lib/workspaces/workspace-store";

export interface NewOrganization {
  name: string;
  /** Derived from the name when absent. */
  slug?: string;
  externalId?: string | null;
  /** A type's key. */
  organizationType?: string | null;
  packageId?: string | null;
}

/** Makes an organization, with its workspace in the caller's environment.
 *  @throws ServiceError `organization_type_not_resolved`, `unprocessable` for a package that is none of the
 *  environment's, `conflict` for a slug or external id that the tenant has given already */
export async function createOrganization(
  caller: Caller,
  wanted: NewOrganization,
): Promise<Organization> {
  try {
    return await inTenant(caller, async (transaction) => {
      const typeId = await typeOf(transaction, caller, wanted.organizationType);
      await assertPackage(transaction, wanted.packageId);
      const id = await insertWithSlug(transaction, wanted);
      await insertWorkspace(transaction, id, {
        environmentId: caller.environmentId,
        organizationTypeId: typeId,
        packageId: wanted.packageId ?? null,
      });
      await recordAuditEvent(transaction, {
        kind: "organization.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "organization", id, name: wanted.name }],
        metadata: {
          organization_type: wanted.organizationType ?? null,
          package_id: wanted.packageId ?? null,
        },
      });
      const made = await findOrganization(transaction, id);
      if (!made) throw new Error("unreachable: the organization was made in this transaction");
      return made;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken("external_id") : error;
  }
}

/** The refusal of a second organization with the same value. */
export function taken(field: "slug" | "external_id"): ServiceError {
  return new ServiceError("conflict", {
    detail: `${field}: another organization of this tenant has it.`,
  });
}

function typeOf(transaction: TenantTransaction, caller: Caller, key: string | null | undefined) {
  if (!key) return null;
  const { environmentId, environmentKey } = caller;
  return resolveOrganizationType(
    transaction,
    { organizationType: key, environment: environmentKey },
    { environmentId, offered: [environmentId] },
  );
}

/** A slug the tenant chose must be free; a derived one is made so. */
async function insertWithSlug(
  transaction: TenantTransaction,
  wanted: NewOrganization,
): Promise<string> {
  const fields = { name: wanted.name, externalId: wanted.externalId ?? null };
  const insert = (slug: OrganizationFields["slug"]) =>
    insertOrganization(transaction, { ...fields, slug });
  if (wanted.slug !== undefined) {
    const id = await insert(wanted.slug);
    if (!id) throw taken("slug");
    return id;
  }
  const base = slugOf(wanted.name);
  let id = await insert(base);
  while (!id) id = await insert(`${base}-${randomBytes(3).toString("hex")}`);
  return id;
}
