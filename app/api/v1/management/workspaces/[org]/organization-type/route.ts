import { content } from "@/lib/core/contract/content";
import {
  WorkspaceResource,
  WorkspaceTypeBody,
  workspaceResponse,
} from "@/lib/core/contract/workspace";
import { workspaceExamples } from "@/lib/core/contract/workspace-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeWorkspaceType } from "@/lib/core/workspaces/change-workspace-type";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: endpoint({
    id: "changeWorkspaceType",
    tag: "Workspaces",
    summary: "Change the type of an organization in the environment",
    description: "Apps that allow certain types go by it from the next token on.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("org"),
    body: content(WorkspaceTypeBody, workspaceExamples.type),
    answers: { ok: answer(WorkspaceResource, workspaceExamples.workspace, "The workspace.") },
    refusals: ["organization_type_not_resolved"],
    handle: async ({ caller, params, body, ok }) =>
      ok(workspaceResponse(await changeWorkspaceType(caller, params.org, body.organizationType))),
  }),
});
