import type { Metadata } from "next";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Section } from "@/app/dashboard/_nouns/layout-parts";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { addMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { browseOf, type PageProps, placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { More } from "@/app/dashboard/_parts/more";
import { Empty } from "@/app/dashboard/_parts/parts";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { inTenant } from "@/lib/db";
import { searchMembers } from "@/lib/organizations/member-search-store";
import { listRoles } from "@/lib/roles/role-store";
import { organizationIn } from "../organization-in";
import { MemberTable } from "./member-table";

export const metadata: Metadata = { title: "Members" };

/** Who belongs to an organization, with which role. */
export default async function MembersPage({
  params,
  searchParams,
}: PageProps<{ organization: string }>) {
  const { organization, place, caller, mayChange } = await organizationIn(params);
  const browse = browseOf(await searchParams);
  const { members, roles } = await inTenant(caller, async (transaction) => ({
    members: await searchMembers(transaction, organization.id, browse),
    roles: await listRoles(transaction),
  }));
  const any = members.rows.length > 0 || browse.query !== "" || browse.after !== null;
  const path = placePath(place, `organizations/${organization.id}/members`);
  return (
    <>
      <h2 className="sr-only">Members</h2>
      {any && (
        <SearchForm label="Search members" query={browse.query} placeholder="Name or address" />
      )}
      {members.rows.length > 0 ? (
        <MemberTable
          place={place}
          organizationId={organization.id}
          members={members.rows}
          roles={roles}
          mayChange={mayChange}
        />
      ) : (
        <Empty title={any ? "Nobody matches" : "No members yet"}>
          A member’s role decides which apps they reach.
        </Empty>
      )}
      {members.next && <More href={withValues(path, { q: browse.query, after: members.next })} />}
      {mayChange && (
        <div className="mt-8">
          <Section title="Add a member">
            <ActionForm action={addMemberAction} submit="Add member">
              <AboutFields place={place} organizationId={organization.id} />
              <div className="grid items-end gap-6 sm:grid-cols-2">
                <Field
                  label="User’s email address"
                  name="email"
                  type="email"
                  required
                  maxLength={254}
                />
                <RoleSelect roles={roles} />
              </div>
            </ActionForm>
          </Section>
        </div>
      )}
    </>
  );
}
