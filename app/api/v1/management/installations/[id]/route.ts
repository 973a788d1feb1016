import { InstallationResource, installationResponse } from "@/lib/core/contract/installation";
import { installationExamples } from "@/lib/core/contract/installation-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readInstallation",
    tag: "Installations",
    summary: "Read an installation",
    description: "One installation, active or retired.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: {
      ok: answer(InstallationResource, installationExamples.installation, "The installation."),
    },
    handle: async ({ caller, params, ok }) => {
      const installation = await inTransaction(caller, (db) => findInstallation(db, params.id));
      if (!installation) throw missing();
      return ok(installationResponse(installation));
    },
  }),
});
