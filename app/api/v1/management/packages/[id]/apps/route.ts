import { AppSetBody } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { content } from "@/lib/contract/content";
import { PackageResource, packageResponse } from "@/lib/contract/package";
import { packageExamples } from "@/lib/contract/package-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { changePackageApps } from "@/lib/packages/change-package-apps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "replacePackageApps",
    tag: "Packages",
    summary: "Replace the set of apps a package lists",
    description:
      "Apps that are left out lose the package at once: their next token is refused where the policy enforces.",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    body: content(AppSetBody, appExamples.set),
    answers: { ok: answer(PackageResource, packageExamples.package, "The package.") },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) =>
      ok(packageResponse(await changePackageApps(caller, params.id, body.appIds))),
  }),
});
