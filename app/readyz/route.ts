import { publicRoute } from "@/lib/core/http/public-route";
import { assertReady } from "@/lib/core/http/readiness";
import { resource } from "@/lib/core/http/resource";
import { unfitSchema } from "@/scripts/db/own-schema";

let underWay: Promise<void> | null = null;

/** Checks readiness. Unauthenticated clients may call it at any rate: parallel requests share one check. */
function looked(): Promise<void> {
  underWay ??= assertReady(unfitSchema).finally(() => {
    underWay = null;
  });
  return underWay;
}

/** Readiness: 200 when the process can do its work; 503 with the missing dependencies otherwise. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => {
    await looked();
    return Response.json({ status: "ready" });
  }, "outside"),
});
