import { AppSetBody } from "@/lib/contract/app";
import { exampleApp } from "@/lib/contract/app-paths";
import { content, type Operation } from "@/lib/contract/operation";
import {
  NewPackageBody,
  PackageChangesBody,
  PackageList,
  PackageResource,
} from "@/lib/contract/package";

const example = {
  id: "01938f2c-7431-7b6a-b0a4-2f1e8d9c6a53",
  key: "pro",
  name: "Pro",
  status: "active" as const,
  entitlements: ["reports", "api"],
  app_ids: [exampleApp.id],
};
const path = "/api/v1/management/packages";
const plane = { tag: "Packages", caller: "machine" } as const;
const thePackage = { description: "The package.", ...content(PackageResource, example) };

export const packagePaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listPackages",
    summary: "List every package",
    scope: "packages:read",
    answers: {
      ok: { description: "The full set.", ...content(PackageList, { packages: [example] }) },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createPackage",
    summary: "Create a package",
    scope: "packages:write",
    body: content(NewPackageBody, { key: "pro", name: "Pro", entitlements: ["reports", "api"] }),
    answers: { created: thePackage },
    refusals: ["conflict", "unprocessable"],
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changePackage",
    summary: "Change a package",
    scope: "packages:write",
    body: content(PackageChangesBody, { status: "inactive" }),
    answers: { ok: thePackage },
    refusals: ["conflict"],
  },
  {
    ...plane,
    method: "DELETE",
    path: `${path}/{id}`,
    id: "deletePackage",
    summary: "Delete a package",
    description: "Refused with 409 while an organization has it or it is the default.",
    scope: "packages:write",
    answers: { empty: { description: "It is gone." } },
    refusals: ["conflict"],
  },
  {
    ...plane,
    method: "POST",
    path: `${path}/{id}/apps`,
    id: "replacePackageApps",
    summary: "Replace the set of apps a package lists",
    scope: "packages:write",
    body: content(AppSetBody, { app_ids: [exampleApp.id] }),
    answers: { ok: thePackage },
    refusals: ["unprocessable"],
  },
];
