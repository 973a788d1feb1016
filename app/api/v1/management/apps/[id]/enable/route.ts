import { setAppStatus } from "@/lib/apps/set-app-status";
import { AppResource, appResponse } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { noBody } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
