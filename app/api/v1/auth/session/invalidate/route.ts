import { SessionBody } from "@/lib/contract/session";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";
import { invalidateSession } from "@/lib/sessions/invalidate-session";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: scopedRoute("sessions:invalidate", async ({ caller, read }) => {
    const { sessionId } = await read(SessionBody);
    return Response.json({ revoked: await invalidateSession(caller, sessionId) });
  }),
});
