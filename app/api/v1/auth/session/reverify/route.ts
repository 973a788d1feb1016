import { reverifySession, sendStepUpCode } from "@/lib/account-security/reverify-session";
import { ReverifyBody, reverifiedResponse, stepUpChallengeResponse } from "@/lib/contract/reverify";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: scopedRoute("sessions:reverify", async ({ caller, request, read }) => {
    const { sessionId, ...asked } = await read(ReverifyBody);
    if (asked.method === "password")
      return Response.json(reverifiedResponse(await reverifySession(caller, sessionId, asked)));
    const { method, code } = asked;
    if (code === undefined) {
      const challenge = await sendStepUpCode(caller, sessionId);
      return Response.json(stepUpChallengeResponse(challenge), { status: 202 });
    }
    const challengeToken = request.headers.get("x-login-challenge");
    const stepUp = await reverifySession(caller, sessionId, { method, code, challengeToken });
    return Response.json(reverifiedResponse(stepUp));
  }),
});
