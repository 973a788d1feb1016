import { EnrolmentRedeemBody, enrolledResponse } from "@/lib/contract/enrolment-redeem";
import { hashSecret } from "@/lib/crypto/secrets";
import { redeemEnrolmentToken } from "@/lib/enrolment/redeem-enrolment-token";
import { admitNetwork, admitToken } from "@/lib/enrolment/redemption-brake";
import { publicRoute } from "@/lib/http/public-route";
import { browserContext } from "@/lib/http/request-context";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: publicRoute(async ({ caller, request, read }) => {
    const context = browserContext(request.headers, caller.requestId);
    admitNetwork(context.ipAddress);
    const wanted = await read(EnrolmentRedeemBody);
    await admitToken(context.ipAddress, hashSecret(wanted.token));
    const enrolled = await redeemEnrolmentToken(wanted, context);
    return Response.json(enrolledResponse(enrolled), { status: 201 });
  }),
});
