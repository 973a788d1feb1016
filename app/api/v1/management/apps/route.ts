import { listApps } from "@/lib/apps/app-store";
import { createApp } from "@/lib/apps/create-app";
import { AppList, AppResource, appResponse, NewAppBody } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { content } from "@/lib/contract/content";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
    body: content(NewAppBody, appExamples.wanted),
    answers: { created: answer(AppResource, appExamples.app, "The app.") },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, body, created }) =>
      created(appResponse(await createApp(caller, body))),
  }),
});
