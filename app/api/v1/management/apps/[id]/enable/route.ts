import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { AppResource, appResponse } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { noBody } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "enableApp",
    tag: "Apps",
    summary: "Enable a disabled app",
    description: "Idempotent.",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(AppResource, appExamples.app, "The app.") },
    handle: async ({ caller, params, ok }) =>
      ok(appResponse(await setAppStatus(caller, params.id, "active"))),
  }),
});
