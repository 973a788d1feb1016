import { limitListResponse } from "@/lib/contract/operator-state";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { readLimits } from "@/lib/operators/read-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async () => Response.json(limitListResponse(readLimits()))),
});
