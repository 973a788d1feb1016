import { AppList, AppResource, PackagePolicyBody } from "@/lib/contract/app";
import { content, type Operation } from "@/lib/contract/operation";

export const exampleApp = {
  id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
  key: "reports",
  name: "Reports",
  status: "active" as const,
  package_policy: "listed" as const,
  allowed_organization_types: ["enterprise"],
  required_entitlements: ["reports"],
};
const path = "/api/v1/management/apps";
const plane = { tag: "Apps", caller: "machine" } as const;

export const appPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listApps",
    summary: "List every app",
    description: "Apps are made in the dashboard.",
    scope: "packages:read",
    answers: {
      ok: { description: "The full set.", ...content(AppList, { apps: [exampleApp] }) },
    },
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/{id}/package-policy`,
    id: "changePackagePolicy",
    summary: "Change which organizations reach an app",
    scope: "packages:write",
    body: content(PackagePolicyBody, {
      package_policy: "listed",
      allowed_organization_types: ["enterprise"],
      required_entitlements: ["reports"],
    }),
    answers: { ok: { description: "The app.", ...content(AppResource, exampleApp) } },
    refusals: ["unprocessable"],
  },
];
