import { publicDocument } from "@/lib/core/http/public-document";
import { resource } from "@/lib/core/http/resource";
import {
  DecisionPointMetadata,
  decisionPointMetadata,
} from "@/lib/features/authzen/contract/authzen";
import { config } from "@/lib/kernel/config/config";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicDocument({
    id: "readDecisionPoint",
    tag: "Access",
    summary: "AuthZEN metadata of the policy decision point",
    description:
      "What those who enforce access configure themselves by. The same for every tenant.",
    schema: DecisionPointMetadata,
    example: decisionPointMetadata("https://auth.example.com"),
    maxAgeSeconds: 300,
    read: () => decisionPointMetadata(config().baseUrl),
  }),
});
