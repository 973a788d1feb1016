import { publicRoute } from "@/lib/core/http/public-route";
import { assertReady } from "@/lib/core/http/readiness";
import { resource } from "@/lib/core/http/resource";
import { ownSchemaProblem } from "@/lib/kernel/db/schema/own-schema";

let runningCheck: Promise<void> | null = null;

/** Checks readiness. Unauthenticated clients may call it at any rate: parallel requests share one check. */
function checkReadiness(): Promise<void> {
  runningCheck ??= assertReady(ownSchemaProblem).finally(() => {
    runningCheck = null;
  });
  return runningCheck;
}

/** Readiness: 200 when the process can do its work; 503 with the missing dependencies otherwise. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => {
    await checkReadiness();
    return Response.json({ status: "ready" });
  }, "outside"),
});
