import { InstallationList } from "@/lib/contract/installation";
import { installationExamples } from "@/lib/contract/installation-examples";
import { streamedList } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { installationListing } from "@/lib/installations/installation-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listInstallations",
    tag: "Installations",
    summary: "List every installation",
    description: "The list includes retired installations.",
    caller: "machine",
    scope: "workspaces:read",
    answers: {
      ok: streamedList(
        InstallationList,
        installationExamples.list,
        "The full set, the oldest first.",
      ),
    },
    handle: ({ caller, request, ok }) =>
      ok({ scope: caller, rows: installationListing(caller), request }),
  }),
});
