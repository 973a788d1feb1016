import {
  enrolmentTokenList,
  enrolmentTokenResponse,
  NewEnrolmentTokenBody,
  newEnrolmentToken,
} from "@/lib/contract/enrolment-token";
import { inTenant } from "@/lib/db";
import { listEnrolmentTokens } from "@/lib/enrolment/enrolment-token-store";
import { issueEnrolmentToken } from "@/lib/enrolment/issue-enrolment-token";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("workspaces:read", async ({ caller }) => {
    const tokens = await inTenant(caller, listEnrolmentTokens);
    return Response.json(enrolmentTokenList(tokens));
  }),
  POST: managementRoute("workspaces:write", async ({ caller, read }) => {
    const wanted = newEnrolmentToken(await read(NewEnrolmentTokenBody));
    const { token, ...issued } = await issueEnrolmentToken(caller, wanted);
    return Response.json({ ...enrolmentTokenResponse(issued), token }, { status: 201 });
  }),
});
