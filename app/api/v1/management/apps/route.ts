import { listApps } from "@/lib/apps/app-store";
import { AppList, appResponse } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listApps",
    tag: "Apps",
    summary: "List every app",
    description: "Administrators create apps in the dashboard.",
    caller: "machine",
    scope: "packages:read",
    answers: { ok: answer(AppList, appExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => {
      const apps = await inBatch(caller, listApps);
      return ok({ apps: apps.map(appResponse) });
    },
  }),
});
