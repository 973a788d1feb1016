import { randomUUID } from "node:crypto";
import type { App } from "@/lib/core/apps/app";
import { createApp } from "@/lib/core/apps/create-app";
import type { Caller } from "@/lib/kernel/caller";

/** Makes an app that requires no package. Keys are unique in a run. */
export function anApp(
  environment: Caller,
  options: Partial<Omit<App, "id" | "status">> = {},
): Promise<App> {
  return createApp(environment, { key: `app-${randomUUID()}`, name: "Reports", ...options });
}
