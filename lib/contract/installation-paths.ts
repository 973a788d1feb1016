import { InstallationList, InstallationResource } from "@/lib/contract/installation";
import {
  InstallationCapacityBody,
  InstallationCapacityResource,
} from "@/lib/contract/installation-capacity";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";

export const exampleInstallation = {
  id: "01938f2c-80a1-7b3c-9d4e-5f6a7b8c9d0e",
  name: "press-hall-3",
  platform: "linux/arm64",
  version: "2.4.1",
  status: "active" as const,
  key_thumbprint: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  enrolled_at: "2026-11-21T09:00:00.000Z",
  last_seen_at: "2026-11-21T09:05:00.000Z",
};
const path = "/api/v1/management/installations";
const capacityPath = "/api/v1/management/installation-capacity";
const reads = { tag: "Installations", caller: "machine", scope: "workspaces:read" } as const;
const writes = { ...reads, scope: "workspaces:write" } as const;
const one = {
  description: "The installation.",
  ...content(InstallationResource, exampleInstallation),
};
const capacity = {
  description: "The capacity.",
  ...content(InstallationCapacityResource, { limit: 80, maximum: 100, active: 42 }),
};

export const installationPaths: Operation[] = [
  {
    ...reads,
    method: "GET",
    path,
    id: "listInstallations",
    summary: "List every installation",
    description: "Retired ones are in it.",
    answers: {
      ok: {
        description: "The full set, the oldest first.",
        ...content(InstallationList, { installations: [exampleInstallation] }),
      },
    },
  },
  {
    ...reads,
    method: "GET",
    path: `${path}/{id}`,
    id: "readInstallation",
    summary: "Read an installation",
    answers: { ok: one },
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/retire`,
    id: "retireInstallation",
    summary: "Retire an installation",
    description:
      "Its tokens are refused from the next request on, it gets no more, and its place is free. Safe to repeat.",
    body: { ...content(NothingBody, {}), optional: true },
    answers: { ok: one },
  },
  {
    ...reads,
    method: "GET",
    path: capacityPath,
    id: "readInstallationCapacity",
    summary: "Read how many installations may be active",
    answers: { ok: capacity },
  },
  {
    ...writes,
    method: "PATCH",
    path: capacityPath,
    id: "changeInstallationCapacity",
    summary: "Change how many installations may be active",
    description: "A limit below what is active stops new installations and ends none.",
    body: content(InstallationCapacityBody, { limit: 80 }),
    answers: { ok: capacity },
    refusals: ["installation_limit_above_maximum"],
  },
];
