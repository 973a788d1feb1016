import { listResponse } from "@/lib/http/list-response";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { installationListing } from "@/lib/installations/installation-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("workspaces:read", async ({ caller, request }) =>
    listResponse(caller, { name: "installations", select: installationListing(caller) }, request),
  ),
});
