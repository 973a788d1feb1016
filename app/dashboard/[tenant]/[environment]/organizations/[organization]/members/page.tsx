import type { Metadata } from "next";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { addMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { UserPicker } from "@/app/dashboard/_nouns/user-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Empty } from "@/app/dashboard/_parts/empty";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { placeIn } from "@/lib/db/keyset-page";
import { inTransaction } from "@/lib/db/transaction";
import { searchMembers } from "@/lib/organizations/memberships/member-search-store";
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
  const [members, roles] = await inTransaction(caller, (db) =>
    Promise.all([searchMembers(db, organization.id, browse), listRoles(db)]),
  );
  const any = members.rows.length > 0 || browse.query !== "" || placeIn(browse) !== null;
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
      <ListPages path={path} browse={browse} page={members} />
      {mayChange && (
        <div className="mt-8">
          <Section title="Add a member">
            <ActionForm action={addMemberAction} submit="Add member">
              <AboutFields place={place} organizationId={organization.id} />
              <div className="grid items-end gap-6 sm:grid-cols-2">
                <UserPicker
                  place={place}
                  label="User’s email address"
                  hint="Type a part of the name or address."
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
