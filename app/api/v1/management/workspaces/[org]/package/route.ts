import { content } from "@/lib/core/contract/content";
import {
  WorkspacePackageBody,
  WorkspaceResource,
  workspaceResponse,
} from "@/lib/core/contract/workspace";
import { workspaceExamples } from "@/lib/core/contract/workspace-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeWorkspacePackage } from "@/lib/core/workspaces/change-workspace-package";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: endpoint({
    id: "changeWorkspacePackage",
    tag: "Workspaces",
    summary: "Assign a package to an organization, or remove the package",
    description: "`null` removes the package; the environment's default holds then.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("org"),
    body: content(WorkspacePackageBody, workspaceExamples.package),
    answers: { ok: answer(WorkspaceResource, workspaceExamples.workspace, "The workspace.") },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) =>
      ok(workspaceResponse(await changeWorkspacePackage(caller, params.org, body.packageId))),
  }),
});
