import {
  CommandLineResource,
  commandLineExample,
  commandLineResponse,
} from "@/lib/core/contract/command-line";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { commandLineClient } from "@/lib/core/operators/command-line-client";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readCommandLine",
    tag: "Operator",
    summary: "Read as which client a command line signs operators in",
    description:
      "`atrium login` asks for it, and signs an operator in by a code. The access token then is a bearer of the operator API.",
    caller: "anyone",
    limit: ({ context }) => admitAnonymous(context),
    answers: { ok: answer(CommandLineResource, commandLineExample, "The client.") },
    refusals: ["missing"],
    handle: async ({ ok }) => ok(commandLineResponse(await commandLineClient())),
  }),
});
