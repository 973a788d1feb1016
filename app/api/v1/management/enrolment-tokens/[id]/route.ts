import { enrolmentExamples } from "@/lib/contract/enrolment-examples";
import { EnrolmentTokenResource, enrolmentTokenResponse } from "@/lib/contract/enrolment-token";
import { inBatch } from "@/lib/db/batch";
import { findEnrolmentToken } from "@/lib/enrolment/enrolment-token-store";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEnrolmentToken",
    tag: "Enrolment",
    summary: "Read an enrolment token",
    description: "The answer never has the secret of the token.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: answer(EnrolmentTokenResource, enrolmentExamples.token, "The token.") },
    handle: async ({ caller, params, ok }) => {
      const token = await inBatch(caller, (db) => findEnrolmentToken(db, params.id));
      if (!token) throw missing();
      return ok(enrolmentTokenResponse(token));
    },
  }),
});
