import { changePackagePolicy } from "@/lib/apps/change-package-policy";
import { AppResource, appResponse, PackagePolicyBody } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { content } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
