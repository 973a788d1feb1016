import { randomBytes } from "node:crypto";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { resolveOrganizationType } from "@/lib/core/organization-types/resolve-organization-type";
import {
  type Organization,
  type OrganizationFields,
  slugOf,
} from "@/lib/core/organizations/organization";
import { findOrganization, insertOrganization } from "@/lib/core/organizations/organization-store";
import { assertPackage } from "@/lib/core/workspaces/assert-package";
import { insertWorkspace } from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewOrganization {
  name: string;
  /** Derived from the name when absent. */
  slug?: string;
  externalId?: string | null;
  /** A type's key. */
  organizationType?: string | null;
  packageId?: string | null;
}

/** Creates an organization, with its workspace in the caller's environment.
 *  @throws ServiceError `organization_type_not_resolved`, `unprocessable` for a package that is not in the
 *  environment, `conflict` for a slug or external id that is taken in the tenant */
export async function createOrganization(
  caller: Caller,
  input: NewOrganization,
): Promise<Organization> {
  try {
    return await inTransaction(caller, async (db) => {
      const typeId = await typeOf(db, caller, input.organizationType);
      await assertPackage(db, input.packageId);
      const id = await insertWithSlug(db, input);
      await insertWorkspace(db, id, {
        organizationTypeId: typeId,
        packageId: input.packageId ?? null,
      });
      await recordAuditEvent(db, {
        kind: "organization.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "organization", id, name: input.name }],
        metadata: {
          organization_type: input.organizationType ?? null,
          package_id: input.packageId ?? null,
        },
      });
      const made = await findOrganization(db, id);
      if (!made) throw new Error("unreachable: the organization was made in this transaction");
      return made;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken("external_id") : error;
  }
}

/** Returns the refusal of a second organization with the same value. */
export function taken(field: "slug" | "external_id"): ServiceError {
  return new ServiceError("conflict", {
    detail: `${field}: another organization of this tenant has the same ${field}.`,
    says: { name: field === "slug" ? "organizationSlugTaken" : "organizationExternalIdTaken" },
  });
}

function typeOf(db: Queryable, caller: Caller, key: string | null | undefined) {
  if (!key) return null;
  const { environmentId, environmentKey } = caller;
  return resolveOrganizationType(
    db,
    { organizationType: key, environment: environmentKey },
    { environmentId, offered: [environmentId] },
  );
}

/** Inserts the organization. A slug that the tenant chose must be free; a derived one is made unique. */
async function insertWithSlug(db: Queryable, input: NewOrganization): Promise<string> {
  const fields = { name: input.name, externalId: input.externalId ?? null };
  const insert = (slug: OrganizationFields["slug"]) => insertOrganization(db, { ...fields, slug });
  if (input.slug !== undefined) {
    const id = await insert(input.slug);
    if (!id) throw taken("slug");
    return id;
  }
  const base = slugOf(input.name);
  let id = await insert(base);
  while (!id) id = await insert(`${base}-${randomBytes(3).toString("hex")}`);
  return id;
}
