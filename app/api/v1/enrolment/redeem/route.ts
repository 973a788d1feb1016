import { content } from "@/lib/core/contract/content";
import { enrolmentExamples } from "@/lib/core/contract/enrolment-examples";
import {
  EnrolledResource,
  EnrolmentRedeemBody,
  enrolledResponse,
} from "@/lib/core/contract/enrolment-redeem";
import { redeemEnrolmentToken } from "@/lib/core/enrolment/redeem-enrolment-token";
import { admitNetwork, admitToken } from "@/lib/core/enrolment/redemption-brake";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { hashSecret } from "@/lib/kernel/crypto/secrets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "redeemEnrolmentToken",
    tag: "Enrolment",
    summary: "Enrol an installation",
    description:
      "The installation makes an Ed25519 key, proves that it holds the key, and gets its tokens at /oauth/token by private_key_jwt from then on. After a lost answer, ask again with the same key: installation_key_duplicate names the installation and uses nothing up.",
    caller: "anyone",
    limit: ({ context }) => admitNetwork(context.ipAddress),
    body: content(EnrolmentRedeemBody, enrolmentExamples.redemption),
    answers: {
      created: answer(
        EnrolledResource,
        enrolmentExamples.enrolled,
        "The installation is enrolled.",
      ),
    },
    refusals: [
      "rate_limited",
      "proof_rejected",
      "enrolment_token_unknown",
      "enrolment_token_revoked",
      "enrolment_token_not_yet_valid",
      "enrolment_token_expired",
      "installation_key_duplicate",
      "enrolment_token_exhausted",
      "enrolment_token_rate_limited",
      "installation_limit_reached",
    ],
    handle: async ({ caller: { context }, body, created }) => {
      await admitToken(context.ipAddress, hashSecret(body.token));
      return created(enrolledResponse(await redeemEnrolmentToken(body, context)));
    },
  }),
});
