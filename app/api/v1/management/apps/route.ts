import { listApps } from "@/lib/core/apps/app-store";
import { createApp } from "@/lib/core/apps/create-app";
import { AppList, AppResource, appResponse, NewAppBody } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listApps",
    tag: "Apps",
    summary: "List every app",
    caller: "machine",
    scope: "packages:read",
    answers: { ok: answer(AppList, appExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => {
      const apps = await inBatch(caller, listApps);
      return ok({ apps: apps.map(appResponse) });
    },
  }),
  POST: endpoint({
    id: "createApp",
    tag: "Apps",
    summary: "Create an app",
    caller: "machine",
    scope: "packages:write",
    body: content(NewAppBody, appExamples.input),
    answers: { created: answer(AppResource, appExamples.app, "The app.") },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, body, created }) =>
      created(appResponse(await createApp(caller, body))),
  }),
});
