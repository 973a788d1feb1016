import { findApp } from "@/lib/core/apps/app-store";
import { changeApp } from "@/lib/core/apps/change-app";
import { AppChangesBody, AppResource, appResponse } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readApp",
    tag: "Apps",
    summary: "Read an app",
    caller: "machine",
    scope: "packages:read",
    params: ids("id"),
    answers: { ok: answer(AppResource, appExamples.app, "The app.") },
    handle: async ({ caller, params, ok }) => {
      const app = await inBatch(caller, (db) => findApp(db, params.id));
      if (!app) throw missing();
      return ok(appResponse(app));
    },
  }),
  PATCH: endpoint({
    id: "changeApp",
    tag: "Apps",
    summary: "Rename an app",
    description: "The key never changes, because the tenant's code names the app by its key.",
    caller: "machine",
    scope: "packages:write",
    params: ids("id"),
    body: content(AppChangesBody, { name: "Reports" }),
    answers: { ok: answer(AppResource, appExamples.app, "The app.") },
    handle: async ({ caller, params, body, ok }) =>
      ok(appResponse(await changeApp(caller, params.id, body))),
  }),
});
