import { content } from "@/lib/core/contract/content";
import { PackageChangesBody, PackageResource, packageResponse } from "@/lib/core/contract/package";
import { packageExamples } from "@/lib/core/contract/package-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changePackage } from "@/lib/core/packages/change-package";
import { deletePackage } from "@/lib/core/packages/delete-package";
import { findPackage } from "@/lib/core/packages/package-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readPackage",
    tag: "Packages",
    summary: "Read a package",
    caller: "machine",
    scope: "packages:read",
    params: ids("id"),
    answers: { ok: answer(PackageResource, packageExamples.package, "The package.") },
    handle: async ({ caller, params, ok }) => {
      const found = await inBatch(caller, (db) => findPackage(db, params.id));
      if (!found) throw missing();
      return ok(packageResponse(found));
    },
  }),
  PATCH: endpoint({
    id: "changePackage",
    tag: "Packages",
    summary: "Change a package",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    body: content(PackageChangesBody, { status: "inactive" }),
    answers: { ok: answer(PackageResource, packageExamples.package, "The package.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, body, ok }) =>
      ok(packageResponse(await changePackage(caller, params.id, body))),
  }),
  DELETE: endpoint({
    id: "deletePackage",
    tag: "Packages",
    summary: "Delete a package",
    description:
      "The service refuses the request with 409 while an organization has the package or the package is the default.",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    answers: { empty: nothing("The package is gone.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, empty }) => {
      await deletePackage(caller, params.id);
      return empty();
    },
  }),
});
