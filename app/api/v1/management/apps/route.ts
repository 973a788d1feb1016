import { listApps } from "@/lib/apps/app-store";
import { appResponse } from "@/lib/contract/app";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("packages:read", async ({ caller }) => {
    const apps = await inTenant(caller, listApps);
    return Response.json({ apps: apps.map(appResponse) });
  }),
});
