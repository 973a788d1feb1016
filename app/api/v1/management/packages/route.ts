import { content } from "@/lib/core/contract/content";
import {
  NewPackageBody,
  PackageList,
  PackageResource,
  packageResponse,
} from "@/lib/core/contract/package";
import { packageExamples } from "@/lib/core/contract/package-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { createPackage } from "@/lib/core/packages/create-package";
import { listPackages } from "@/lib/core/packages/package-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listPackages",
    tag: "Packages",
    summary: "List every package",
    description: "Each with its entitlements and the apps that it lists.",
    caller: "machine",
    scope: "packages:read",
    answers: { ok: answer(PackageList, packageExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => {
      const packages = await inBatch(caller, listPackages);
      return ok({ packages: packages.map(packageResponse) });
    },
  }),
  POST: endpoint({
    id: "createPackage",
    tag: "Packages",
    summary: "Create a package",
    description: "A key that is taken is a 409.",
    caller: "machine",
    scope: "packages:write",
    body: content(NewPackageBody, packageExamples.wanted),
    answers: { created: answer(PackageResource, packageExamples.package, "The package.") },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, body, created }) =>
      created(packageResponse(await createPackage(caller, body))),
  }),
});
