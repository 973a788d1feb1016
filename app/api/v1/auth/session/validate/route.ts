import { SessionBody, sessionValidityResponse } from "@/lib/contract/session";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";
import { validateSession } from "@/lib/sessions/validate-session";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: scopedRoute("sessions:validate", async ({ caller, read }) => {
    const { sessionId } = await read(SessionBody);
    return Response.json(sessionValidityResponse(await validateSession(caller, sessionId)));
  }),
});
