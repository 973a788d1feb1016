import { changePackagePolicy } from "@/lib/core/apps/change-package-policy";
import { AppResource, appResponse, PackagePolicyBody } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: endpoint({
    id: "changePackagePolicy",
    tag: "Apps",
    summary: "Change which organizations reach an app",
    description: "Holds from the next token on.",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    body: content(PackagePolicyBody, appExamples.policy),
    answers: { ok: answer(AppResource, appExamples.app, "The app.") },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) =>
      ok(appResponse(await changePackagePolicy(caller, params.id, body))),
  }),
});
