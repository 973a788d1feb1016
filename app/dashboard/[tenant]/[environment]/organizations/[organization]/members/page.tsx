import { ListPages, Total } from "@/app/dashboard/_nouns/list-pages";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { addMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { UserPicker } from "@/app/dashboard/_nouns/user-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Empty, Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { searchMembers } from "@/lib/core/memberships/member-search-store";
import { listRoles } from "@/lib/core/roles/role-store";
import { placeIn } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { organizationIn } from "../organization-in";
import { MemberTable } from "./member-table";

export const generateMetadata = titled("organizations", "members.title");

/** List of an organization's members, with their roles. */
export default async function MembersPage({
  params,
  searchParams,
}: PageProps<{ organization: string }>) {
  const { t } = await wordsOf("organizations");
  const { organization, place, caller, mayChange } = await organizationIn(params);
  const browse = browseOf(await searchParams);
  const [members, roles] = await inTransaction(caller, (db) =>
    Promise.all([searchMembers(db, organization.id, browse), listRoles(db)]),
  );
  const any = members.rows.length > 0 || browse.query !== "" || placeIn(browse) !== null;
  const path = placePath(place, `organizations/${organization.id}/members`);
  return (
    <>
      <h2 className="sr-only">{t("members.title")}</h2>
      {any && (
        <SearchForm
          label={t("members.search")}
          query={browse.query}
          placeholder={t("members.searchHint")}
        />
      )}
      <Total total={members.total} />
      {members.rows.length > 0 ? (
        <MemberTable
          t={t}
          place={place}
          organizationId={organization.id}
          members={members.rows}
          roles={roles}
          mayChange={mayChange}
        />
      ) : (
        <Empty title={any ? t("members.noMatch") : t("members.emptyTitle")}>
          {t("members.empty")}
        </Empty>
      )}
      <ListPages path={path} browse={browse} page={members} />
      {mayChange && (
        <div className="mt-8">
          <Section title={t("members.add")}>
            <ActionForm action={addMemberAction} submit={t("members.submit")}>
              <AboutFields place={place} organizationId={organization.id} />
              <div className="grid items-end gap-6 sm:grid-cols-2">
                <UserPicker
                  place={place}
                  label={t("members.email")}
                  hint={t("members.emailHint")}
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
