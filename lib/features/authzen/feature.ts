import type { Extensions } from "@/lib/core/extensions";
import { publicDocument } from "@/lib/core/http/public-document";
import {
  DecisionPointMetadata,
  decisionPointMetadata,
} from "@/lib/features/authzen/contract/authzen";

/** Access decisions for enforcement points that use AuthZEN 1.0. */
export const authzen: Extensions = {
  documents: [
    publicDocument({
      path: "/.well-known/authzen-configuration",
      id: "readDecisionPoint",
      tag: "Access",
      summary: "AuthZEN metadata of the policy decision point",
      description:
        "What those who enforce access configure themselves by. The same for every tenant.",
      schema: DecisionPointMetadata,
      example: decisionPointMetadata("https://auth.example.com"),
    }),
  ],
};
