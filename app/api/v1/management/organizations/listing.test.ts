import { expect, test } from "vitest";
import * as memberRoute from "@/app/api/v1/management/organizations/[id]/members/[user_id]/route";
import * as membersRoute from "@/app/api/v1/management/organizations/[id]/members/route";
import * as organizationRoute from "@/app/api/v1/management/organizations/[id]/route";
import * as organizationsRoute from "@/app/api/v1/management/organizations/route";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/management/organizations";
// Text that JSON escapes, that COPY would escape, and that is longer in bytes than in letters.
const AWKWARD = 'Quote " back\\slash, comma, ünïcode 日本 \u2028 😀';

test("each organization is listed exactly as it is read alone", async () => {
  const acme = await aTenant({ environments: ["production", "staging"] });
  const token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
  const list = async () => (await call(organizationsRoute.GET, { path, token })).body;
  expect(await list()).toEqual({ organizations: [] });
  await createOrganizationType(acme, { key: "clinic", name: "Clinic" });
  const { id: packageId } = await aPackage(acme);
  const bodies = [
    { name: AWKWARD, external_id: 'x-"1"\\', organization_type: "clinic", package_id: packageId },
    { name: "Plain" },
  ];
  for (const body of bodies) {
    const made = await call(organizationsRoute.POST, { method: "POST", path, token, body });
    expect(made.status).toBe(201);
  }
  const { organizations } = (await list()) as { organizations: { id: string; name: string }[] };
  expect(organizations.map(({ name }) => name)).toEqual([AWKWARD, "Plain"]);
  for (const one of organizations) {
    const alone = await call(organizationRoute.GET, {
      path: `${path}/${one.id}`,
      params: { id: one.id },
      token,
    });
    expect(one).toEqual(alone.body);
  }
});

test("each member is listed exactly as the answer to placing them", async () => {
  const acme = await aTenant();
  const token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
  const made = await call(organizationsRoute.POST, {
    method: "POST",
    path,
    token,
    body: { name: "Initech" },
  });
  const { id } = made.body as { id: string };
  const role = await aRole(acme);
  const placed: unknown[] = [];
  for (const displayName of [AWKWARD, "Ada"]) {
    const user = await aUser(acme, { displayName });
    const answer = await call(memberRoute.PUT, {
      method: "PUT",
      path: `${path}/${id}/members/${user.id}`,
      params: { id, user_id: user.id },
      token,
      body: { role_id: role.id },
    });
    placed.push(answer.body);
  }
  const listed = await call(membersRoute.GET, {
    path: `${path}/${id}/members`,
    params: { id },
    token,
  });
  expect(listed.body).toEqual({ members: placed });
});
