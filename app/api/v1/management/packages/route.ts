import { content } from "@/lib/contract/content";
import {
  NewPackageBody,
  PackageList,
  PackageResource,
  packageResponse,
} from "@/lib/contract/package";
import { packageExamples } from "@/lib/contract/package-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { createPackage } from "@/lib/packages/create-package";
import { listPackages } from "@/lib/packages/package-store";

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
