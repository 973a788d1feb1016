import { AppSetBody } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { content } from "@/lib/core/contract/content";
import { PackageResource, packageResponse } from "@/lib/core/contract/package";
import { packageExamples } from "@/lib/core/contract/package-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";

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
