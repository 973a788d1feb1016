import { MemberForms, RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { placeUserAction } from "@/app/dashboard/_nouns/membership-actions";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Empty, Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { Mono, NameCell, Quiet, StatusBadge, TextLink } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import {
  listUserPlaces,
  type UserPlace as Membership,
} from "@/lib/core/memberships/member-search-store";
import { listRoles } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { type UserPlace, userIn } from "../user-in";

export const generateMetadata = titled("users", "memberships.title");

/** List of a user's memberships, with the role of each. */
export default async function MembershipsPage({ params }: { params: Promise<UserPlace> }) {
  const { t } = await wordsOf("users");
  const { user, place, caller, mayChange } = await userIn(params);
  const [memberships, roles] = await inTransaction(caller, (db) =>
    Promise.all([listUserPlaces(db, user.id), listRoles(db)]),
  );
  const head = [
    t("memberships.head.organization"),
    t("memberships.head.role"),
    t("memberships.head.status"),
    ...(mayChange ? [t("memberships.head.change")] : []),
  ];
  return (
    <>
      <h2 className="sr-only">{t("memberships.title")}</h2>
      {memberships.length > 0 ? (
        <Table caption={t("memberships.title")} head={head}>
          {memberships.map((one) => (
            <Row
              key={one.organizationId}
              {...{ t, one, place, roles, mayChange, userId: user.id }}
            />
          ))}
        </Table>
      ) : (
        <Empty title={t("memberships.emptyTitle")}>{t("memberships.empty")}</Empty>
      )}
      {mayChange && (
        <div className="mt-8">
          <Section title={t("memberships.add")}>
            <ActionForm action={placeUserAction} submit={t("memberships.submit")}>
              <AboutFields place={place} userId={user.id} />
              <div className="grid items-end gap-6 sm:grid-cols-2">
                <OrganizationPicker place={place} required />
                <RoleSelect roles={roles} />
              </div>
            </ActionForm>
          </Section>
        </div>
      )}
    </>
  );
}

interface RowProps {
  t: Translator<"users">;
  one: Membership;
  place: Place;
  userId: string;
  roles: { id: string; name: string }[];
  mayChange: boolean;
}

function Row({ t, one, place, userId, roles, mayChange }: RowProps) {
  const { organizationId, organizationName, roleId, roleName, status } = one;
  return (
    <tr>
      <NameCell
        href={placePath(place, `organizations/${organizationId}`)}
        name={organizationName}
        below={<Mono>{one.slug}</Mono>}
      />
      <td>
        {roleId ? (
          <TextLink href={placePath(place, `roles/${roleId}`)}>{roleName}</TextLink>
        ) : (
          <Quiet>{t("memberships.noRole")}</Quiet>
        )}
      </td>
      <td>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {one.organizationStatus === "disabled" && <StatusBadge status="disabled" />}
        </span>
      </td>
      {mayChange && (
        <td>
          <MemberForms
            {...{ place, organizationId, userId, roleId, status, roles, named: organizationName }}
          />
        </td>
      )}
    </tr>
  );
}
