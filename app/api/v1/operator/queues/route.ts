import { queueListResponse } from "@/lib/contract/operator-state";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { readQueues } from "@/lib/operators/read-queues";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async () => Response.json(queueListResponse(await readQueues()))),
});
