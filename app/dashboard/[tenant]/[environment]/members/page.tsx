import type { Metadata } from "next";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/card";
import { Empty } from "@/app/dashboard/_parts/empty";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { readAdministrators } from "@/lib/platform/administrators/read-administrators";
import { inviteAction } from "./actions";
import { MemberCard } from "./member-card";
import { roleOptions } from "./role-names";

export const metadata: Metadata = { title: "Members" };

/** Who administers the tenant. */
export default async function MembersPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant, administrator } = await administratorIn(place);
  const members = await readAdministrators(caller);
  const mayChange = mayActAs(tenant.role, "owner");
  const owners = members.filter(({ role, status }) => role === "owner" && status !== "invited");
  return (
    <>
      <PageHead
        title="Members"
        about="The people who administer this tenant, in all its environments. Only owners decide who they are."
      />
      {mayChange && (
        <div className="mb-8">
          <Card>
            <h2 className="mb-4 font-semibold">Invite somebody</h2>
            <ActionForm action={inviteAction} submit="Send invitation">
              <PlaceFields place={place} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Field label="Email address" name="email" type="email" inputMode="email" required />
                <Select label="Role" name="role" options={roleOptions} defaultValue="viewer" />
              </div>
            </ActionForm>
          </Card>
        </div>
      )}
      {members.length === 0 && (
        <Empty title="Nobody administers this tenant yet">
          The operator runs it. Invite the first owner above, or on the command line.
        </Empty>
      )}
      <ul className="space-y-4">
        {members.map((member) => (
          <li key={member.id}>
            <MemberCard
              place={place}
              member={member}
              self={member.userId === administrator.userId}
              lastOwner={owners.length === 1 && owners.includes(member)}
              mayChange={mayChange}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
